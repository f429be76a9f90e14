import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HowToRun, refusalOf, type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { TEST_SECRETS_KEY } from './testing/test-sealing.ts'

let home: string
let dataDir: string
let port: number
let running: ServerProcess[]
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'desk-test-'))
  // The database's own user passes through it where the tests run as root.
  chmodSync(home, 0o711)
  // Long, and with a blank: what a home directory may be.
  dataDir = join(home, `a home ${'x'.repeat(150)}`)
  port = await getPort()
  running = []
})
afterEach(async () => {
  for (const server of running) await server.end('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

async function start(environment: Record<string, string> = {}, how: HowToRun = {}): Promise<ServerProcess> {
  // TMPDIR: what a killed server leaves there goes with the rest.
  const place = { DATA_DIR: dataDir, PORT: String(port), TMPDIR: home }
  const server = await startServerProcess({ ...place, ...environment }, how)
  running.push(server)
  return server
}

async function isServing(server: ServerProcess): Promise<boolean> {
  return (await fetch(`${server.url}/healthz`)).ok
}

describe('the server does not start', () => {
  test('with missing settings: one line per variable', async () => {
    const { code, stderr } = await refusalOf({ PORT: 'http', LINE_LOGIN_CLIENT_ID: '', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n')).toEqual([
      'The server is not configured:',
      expect.stringMatching(/^ {2}PORT must be a whole number/),
      expect.stringMatching(/^ {2}LINE_LOGIN_CLIENT_ID is required/),
      expect.stringMatching(/^ {2}LOG_LEVEL must be/),
    ])
  })

  test('without a build of the host: one line, and nothing is made', async () => {
    const refusal = await refusalOf({ DATA_DIR: dataDir, PORT: String(port), HOST_DIST: join(home, 'host') })
    expect(refusal).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The host is not built \([^\n]+run pnpm build first\.\n$/),
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('on a port in use: one line', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    try {
      const refusal = await refusalOf({ DATA_DIR: dataDir, PORT: String(port) })
      expect(refusal).toEqual({
        code: 1,
        stdout: '',
        stderr: `Port ${port} is already in use. Set PORT to another one.\n`,
      })
    } finally {
      other.close()
    }
  })

  test.each([
    ['of another machine', '192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine.\n'],
    ['that is none', 'nowhere.invalid', 'HOST nowhere.invalid is not an address of this machine.\n'],
  ])('on an address %s: one line', async (_name, HOST, stderr) => {
    const refusal = await refusalOf({ DATA_DIR: dataDir, PORT: String(port), HOST, LOG_LEVEL: 'warn' })
    expect(refusal).toEqual({ code: 1, stdout: '', stderr })
  })

  test('with a DATA_DIR in use: one line, and the first server goes on', async () => {
    const first = await start()
    const { code, stdout, stderr } = await refusalOf({ DATA_DIR: dataDir, PORT: String(await getPort()) })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `DATA_DIR ${dataDir} is already in use by another OA Desk (process ${first.pid}). Stop it, or set another DATA_DIR.\n`,
    )
    expect(await isServing(first)).toBe(true)
  })

  test('without its database: one line, without the password', async () => {
    const { code, stderr } = await refusalOf({
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: 'postgres://desk:geheim@127.0.0.1:9/desk',
      SECRETS_KEY: TEST_SECRETS_KEY,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The database of DATABASE_URL \(127\.0\.0\.1:9\/desk\) cannot be reached: [^\n]+\n$/,
    )
    expect(stderr).not.toContain('geheim')
  })

  test('without the key of its secrets on a database that others may use: one line, with the command that makes one', async () => {
    const refusal = await refusalOf({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://desk@127.0.0.1:9/desk' })
    expect(refusal).toMatchObject({ code: 1, stdout: '' })
    expect(refusal.stderr).toMatch(
      /^The server is not configured:\n {2}SECRETS_KEY is required with DATABASE_URL: [^\n]+openssl rand -hex 32[^\n]+\n$/,
    )
  })

  test('with a database address that cannot be read: one line, without a part of the password', async () => {
    const refusal = await refusalOf({ DATABASE_URL: 'postgres://desk:12#geheim@127.0.0.1:9/desk' })
    expect(refusal).toMatchObject({ code: 1, stdout: '' })
    expect(refusal.stderr).toMatch(/\n {2}DATABASE_URL must look like [^\n]+ percent-encoded [^\n]+\n$/)
    expect(refusal.stderr).not.toMatch(/geheim|12/)
  })
})

describe('the server stops', () => {
  test('in order on SIGTERM, and starts again on the same data', async () => {
    let said = ''
    const first = await start({}, { onOutput: (text) => (said += text) })
    // As a browser opens one in advance.
    const unused = connect(port, new URL(first.url).hostname)
    await once(unused, 'connect')
    expect(await isServing(first)).toBe(true)
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(said).not.toContain('cut off')
    unused.destroy()
    expect(await isServing(await start())).toBe(true)
  })

  test('as a service manager runs it: the pinned Node and nothing between, nothing left behind', async () => {
    const repository = join(import.meta.dirname, '../..')
    const command = [join(repository, 'node_modules/.bin/node'), 'server/src/main.ts']
    const server = await start({}, { command, cwd: repository })
    expect(await isServing(server)).toBe(true)
    // It is this process that serves, and its output ends with the last of its own children.
    expect(readFileSync(join(dataDir, 'server.pid'), 'utf8')).toBe(String(server.pid))
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('when npx is ended, which does not tell pnpm', async () => {
    const [npx, pnpm] = [join(home, 'npx'), join(home, 'pnpm')]
    const main = join(import.meta.dirname, 'main.ts')
    writeFileSync(pnpm, `#!/bin/sh\n'${process.execPath}' '${main}' &\nwait\n`, { mode: 0o755 })
    writeFileSync(npx, `#!/bin/sh\n'${pnpm}' serve &\nwait\n`, { mode: 0o755 })
    const server = await start({ npm_lifecycle_event: 'serve' }, { command: [npx, 'pnpm', 'serve'] })
    expect(await isServing(server)).toBe(true)
    // Resolves when nobody holds the output any more: npx, pnpm, the server, its database.
    expect(await server.end('SIGTERM')).toEqual({ code: null, signal: 'SIGTERM' })
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
  })

  test('with SIGKILL, and starts again at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const server = await start()
      expect(await isServing(server)).toBe(true)
      expect(await server.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    }
    expect(await isServing(await start())).toBe(true)
  })
})
