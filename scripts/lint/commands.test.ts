import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../server/src/testing/run-cli.ts'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.entries(scripts).map(([name, line]) => {
  const [node, program = '', ...words] = line.split(' ')
  return { name, node, program: join(root, program), words }
})

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test.each(commands)(
  'pnpm $name: shows its usage with --help, and rejects unknown arguments and options without doing anything',
  async ({ name, node, program, words }) => {
    // A chain of programs (`a && b`) would pass its arguments only to the last one, after the others have run.
    expect(node).toBe('node')
    const run = (...args: string[]) => runCli(program, [...words, ...args], { DATA_DIR: dataDir })
    const usage = expect.stringMatching(new RegExp(`(^|\\n)Usage:\\n( {2}.*\\n)*? {2}pnpm ${name}(\\s|$)`))
    const [help, wrongWords, wrongOption] = await Promise.all([
      run('--help'),
      run('nonsense', 'nonsense'),
      run('--nonsense'),
    ])
    expect(help).toEqual({ code: 0, stdout: usage, stderr: '' })
    expect(wrongWords).toEqual({ code: 2, stdout: '', stderr: usage })
    expect(wrongOption).toEqual({ code: 2, stdout: '', stderr: usage })
    expect(readdirSync(dataDir)).toEqual([])
  },
)
