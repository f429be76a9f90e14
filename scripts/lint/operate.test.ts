import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assign, shellBlocks } from '../../bench/src/production/document-blocks.ts'
import { parseUnit } from '../../bench/src/production/unit-file.ts'
import { SOCKET_PATH } from '../../shared/src/contract/constants.ts'

// `pnpm soak production` follows the document; here is what can be seen without a machine of its own.

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const blocks = shellBlocks(read('docs/operate.md'))

test.each(blocks)('a block of "$chapter" is a shell script', ({ shell }) => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: shell, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('the settings of docs/operate.md stand in docs/configuration.md', () => {
  const [{ shell = '' } = {}] = blocks.filter(({ chapter }) => chapter === 'Settings')
  const names = [...shell.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names).toContain('TRUST_PROXY')
  const known = read('docs/configuration.md')
  expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([])
})

test('the unit runs programs that are there', () => {
  const unit = parseUnit(read('deploy/oa-desk.service'), () => 'PORT=8080\n# a comment\nNAME="two words"\n')
  const [program = '', main = ''] = unit.command
  expect(existsSync(program.replace(unit.workingDirectory, root))).toBe(true)
  expect(existsSync(join(root, main))).toBe(true)
  expect(unit.environment).toEqual({ NODE_ENV: 'production', PORT: '8080', NAME: 'two words' })
})

test('nginx passes the sockets on where they are', () => {
  expect(read('deploy/oa-desk.nginx.conf')).toContain(`location ${SOCKET_PATH} {`)
})

describe('blocks of a document', () => {
  const document = [
    '## 1. One',
    '```sh',
    'NAME=a',
    '```',
    '```',
    'no',
    '```',
    '   ```sh',
    '   two',
    '   ```',
  ].join('\n')

  test('are those marked sh, without the indentation of their list', () => {
    expect(shellBlocks(document)).toEqual([
      { chapter: 'One', shell: 'NAME=a' },
      { chapter: 'One', shell: 'two' },
    ])
  })

  test('take other values for variables that they assign, and for no others', () => {
    const block = { chapter: 'One', shell: 'NAME=a' }
    expect(assign(block, { NAME: 'b' }).shell).toBe("NAME='b'")
    expect(() => assign(block, { OTHER: 'b' })).toThrow('"One" does not assign OTHER')
  })
})
