import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const DEVICE_CLOCKS = [
  'console.log(Date.now())',
  'console.log([1].map(Date.now))',
  'console.log(new Date())',
  'console.log(new Date().toISOString())',
  'console.log(dayjs())',
  'console.log(performance.timeOrigin)',
]
const OTHERS = ['console.log(new Date(5))', 'console.log(dayjs(5))', 'console.log(performance.now())']

/** Returns the files that the linter rejects. */
async function refusedIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'desk-lint-'))
  try {
    cpSync(join(root, 'biome.json'), join(dir, 'biome.json'))
    cpSync(import.meta.dirname, join(dir, 'scripts/lint'), { recursive: true })
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(join(dir, dirname(file)), { recursive: true })
      writeFileSync(join(dir, file), `import dayjs from 'dayjs'\nconsole.log(dayjs)\n${source}\n`)
    }
    const output = await new Promise<string>((resolve) => {
      const args = [
        'lint',
        '--vcs-enabled=false',
        '--reporter=json',
        '--max-diagnostics=none',
        ...Object.keys(files),
      ]
      execFile(join(root, 'node_modules/.bin/biome'), args, { cwd: dir }, (_, stdout) => resolve(stdout))
    })
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: { message: string; location: { path: string } }[]
    }
    const found = diagnostics.filter(({ message }) => message.startsWith("A device's clock may be wrong"))
    return [...new Set(found.map(({ location }) => location.path))].sort()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test("the linter rejects the device's clock in browser code, except in the clock module and in tests", async () => {
  const refused = Object.fromEntries(
    DEVICE_CLOCKS.flatMap((source, index) =>
      ['shared/src/ui', 'host/src', 'remote-chat/src'].map((folder) => [`${folder}/a${index}.ts`, source]),
    ),
  )
  const allowed = Object.fromEntries([
    ...OTHERS.map((source, index) => [`host/src/b${index}.ts`, source]),
    ...[
      'shared/src/session/server-clock.ts',
      'host/src/a.browser.test.tsx',
      'shared/src/testing/a.ts',
      'server/src/a.ts',
    ].map((file) => [file, 'console.log(Date.now())']),
  ])
  expect(await refusedIn({ ...refused, ...allowed })).toEqual(Object.keys(refused).sort())
})
