import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assign, shellBlocks } from '../../bench/src/production/document-blocks.ts'
import { parseSocketUnit, parseUnit } from '../../bench/src/production/unit-file.ts'
import { SOCKET_PATH } from '../../shared/src/contract/constants.ts'

// `pnpm soak production` follows docs/operate.md on a separate machine. These tests need no separate machine.

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const blocks = shellBlocks(read('docs/operate.md'))

test.each(blocks)('code of chapter "$chapter" in docs/operate.md is a valid shell script', ({ shell }) => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: shell, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('docs/operate.md uses only settings of docs/configuration.md', () => {
  const [{ shell = '' } = {}] = blocks.filter(({ chapter }) => chapter === 'Settings')
  const names = [...shell.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names).toContain('TRUST_PROXY')
  const known = read('docs/configuration.md')
  expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([])
})

test('docs/configuration.md describes each setting of the server', () => {
  const sources = ['config.ts', 'knowledge-settings.ts', 'media-settings.ts'].map((file) =>
    read(`server/src/${file}`),
  )
  const names = [...sources.join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name)
  expect(names).toContain('S3_BUCKET')
  const document = read('docs/configuration.md')
  expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
})

test('the systemd unit names existing programs', () => {
  const unit = parseUnit(read('deploy/oa-desk.service'), () => 'PORT=8080\n# a comment\nNAME="two words"\n')
  const [program = '', main = ''] = unit.command
  expect(existsSync(program.replace(unit.workingDirectory, root))).toBe(true)
  expect(existsSync(join(root, main))).toBe(true)
  expect(unit.environment).toEqual({ NODE_ENV: 'production', PORT: '8080', NAME: 'two words' })
})

test('systemd, nginx and the settings use the same address', () => {
  const unit = parseUnit(read('deploy/oa-desk.service'), () => '')
  const address = parseSocketUnit(read(join('deploy', unit.socket)))
  const upstreams = [...read('deploy/oa-desk.nginx.conf').matchAll(/(?:server |http:\/\/)(127\.[\d.:]+)/g)]
  expect(new Set(upstreams.map(([, upstream]) => upstream))).toEqual(new Set([address]))
  const [{ shell = '' } = {}] = blocks.filter(({ chapter }) => chapter === 'Settings')
  const [, host] = /^HOST=(.+)$/m.exec(shell) ?? []
  const [, port] = /^PORT=(.+)$/m.exec(shell) ?? []
  expect(address).toBe(`${host}:${port}`)
})

test('docs/operate.md stops the socket together with the desk, because a request would start the desk again', () => {
  const stops = [...read('docs/operate.md').matchAll(/systemctl stop ([^`\n]*oa-desk[^`\n]*)/g)]
  expect(stops.length).toBeGreaterThan(2)
  expect(stops.map(([, units]) => units)).toEqual(stops.map(() => 'oa-desk.socket oa-desk'))
})

test('nginx retries only webhooks', () => {
  const [, webhooks] = read('deploy/oa-desk.nginx.conf').split('location /line/webhook/ {')
  expect(webhooks?.split('}')[0]).toContain('proxy_next_upstream error timeout non_idempotent;')
  expect(read('deploy/oa-desk.nginx.conf').match(/proxy_next_upstream .*/g)).toEqual([
    'proxy_next_upstream off;',
    'proxy_next_upstream error timeout non_idempotent;',
  ])
})

test('nginx logs no query, because media URLs are signed', () => {
  const site = read('deploy/oa-desk.nginx.conf')
  const servers = site.split(/^server \{/m).slice(1)
  const log = 'access_log /var/log/nginx/access.log oa_desk;'
  expect(servers.map((server) => server.match(/access_log .*/g))).toEqual([[log], [log]])
  const [, format = ''] = /log_format oa_desk ([^;]+);/.exec(site) ?? []
  expect(format).toContain('$oa_desk_path')
  expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|http_referer)\b/)
})

test('nginx forwards WebSockets at the path of the socket', () => {
  expect(read('deploy/oa-desk.nginx.conf')).toContain(`location ${SOCKET_PATH} {`)
})

describe('code blocks of a document', () => {
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

  test('code blocks of a document are the blocks marked "sh", without the indentation of their list', () => {
    expect(shellBlocks(document)).toEqual([
      { chapter: 'One', shell: 'NAME=a' },
      { chapter: 'One', shell: 'two' },
    ])
  })

  test('a code block accepts other values only for variables that it assigns', () => {
    const block = { chapter: 'One', shell: 'NAME=a' }
    expect(assign(block, { NAME: 'b' }).shell).toBe("NAME='b'")
    expect(() => assign(block, { OTHER: 'b' })).toThrow('"One" does not assign OTHER')
  })
})
