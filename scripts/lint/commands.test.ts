import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCliProcess } from '../../server/src/testing/cli-process.ts'
import { runCli } from '../../server/src/testing/run-cli.ts'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.entries(scripts).map(([name, line]) => {
  const [node, program = '', ...words] = line.split(' ')
  const usage = expect.stringMatching(new RegExp(`(^|\\n)Usage:\\n( {2}.*\\n)*? {2}pnpm ${name}(\\s|$)`))
  return { name, node, program: join(root, program), words, usage }
})
/** Commands without arguments. `server/src/cli/run-command.test.ts` tests how they show their usage. */
const WITHOUT_ARGUMENTS = ['start', 'dev', 'build', 'serve', 'types']

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

// A command must be one program: `a && b` would pass its arguments only to `b`, after `a` has run.
test.each(commands)('`pnpm $name` is one program', ({ node, program }) => {
  expect(node).toBe('node')
  expect(existsSync(program)).toBe(true)
})

test.each(commands.filter(({ name }) => WITHOUT_ARGUMENTS.includes(name)))(
  '`pnpm $name` rejects an unknown option and prints its usage, without doing anything',
  async ({ program, words, usage }) => {
    const outcome = await runCliProcess(program, [...words, '--nonsense'], { DATA_DIR: dataDir })
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: usage })
    expect(readdirSync(dataDir)).toEqual([])
  },
)

test.each(commands.filter(({ name }) => !WITHOUT_ARGUMENTS.includes(name)))(
  '`pnpm $name` prints its usage with `--help`, and rejects unknown arguments without doing anything',
  async ({ program, words, usage }) => {
    expect(readFileSync(program, 'utf8')).toMatch(/^if \(import\.meta\.main\) (\{\n {2})?await main\(\)$/m)
    const run = (...args: string[]) => runCli(program, [...words, ...args], { DATA_DIR: dataDir })
    expect(await run('--help')).toEqual({ code: 0, stdout: usage, stderr: '' })
    for (const wrong of [['--nonsense'], ['nonsense', 'nonsense']])
      expect(await run(...wrong)).toEqual({ code: 2, stdout: '', stderr: usage })
    expect(readdirSync(dataDir)).toEqual([])
  },
)
