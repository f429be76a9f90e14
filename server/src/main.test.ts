import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  refusalOf,
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from './testing/server-process.ts'
import { TEST_SECRETS_KEY } from './testing/test-encryption.ts'

let home: string
let dataDir: string
let port: number
let running: ServerProcess[]
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'desk-test-'))
  // Opens this folder to other users: when root runs the tests, another user runs the database.
  chmodSync(home, 0o711)
  // Uses a long path with a space, which a home directory may have.
  dataDir = join(home, `a home ${'x'.repeat(150)}`)
  port = await getPort()
  running = []
})
afterEach(async () => {
  for (const server of running) await server.end('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

async function start(
  environment: Record<string, string> = {},
  how: ServerProcessOptions = {},
): Promise<ServerProcess> {
  // Sets TMPDIR to the test's folder, so that files of a killed server are deleted with the folder.
  const env = { DATA_DIR: dataDir, PORT: String(port), TMPDIR: home }
  const server = await startServerProcess({ ...env, ...environment }, how)
  running.push(server)
  return server
}

async function isServing(server: ServerProcess): Promise<boolean> {
  return (await fetch(`${server.url}/healthz`)).ok
}

describe('refused server start', () => {
  test('reports missing and invalid settings at start, one line per variable without any part of a password', async () => {
    const { code, stderr } = await refusalOf({
      PORT: 'http',
      DATABASE_URL: 'postgres://desk:offen#geheim@127.0.0.1:9/desk',
      LINE_LOGIN_CLIENT_ID: '',
      LOG_LEVEL: 'loud',
    })
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n')).toEqual([
      'The server is not configured:',
      expect.stringMatching(/^ {2}PORT must be a whole number/),
      expect.stringMatching(/^ {2}DATABASE_URL must look like .* percent-encoded /),
      expect.stringMatching(/^ {2}LINE_LOGIN_CLIENT_ID is required/),
      expect.stringMatching(/^ {2}LOG_LEVEL must be/),
    ])
    expect(stderr).not.toMatch(/geheim|offen/)
  })

  test('reports a missing host build in one line and creates no files', async () => {
    const refusal = await refusalOf({ DATA_DIR: dataDir, PORT: String(port), HOST_DIST: join(home, 'host') })
    expect(refusal).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The host is not built \([^\n]+run pnpm build first\.\n$/),
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('reports a port in use in one line', async () => {
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

  test('reports a DATA_DIR in use in one line, and the first server keeps running', async () => {
    const first = await start()
    const { code, stdout, stderr } = await refusalOf({ DATA_DIR: dataDir, PORT: String(await getPort()) })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `DATA_DIR ${dataDir} is already in use by another OA Desk (process ${first.pid}). Stop it, or set another DATA_DIR.\n`,
    )
    expect(await isServing(first)).toBe(true)
  })

  test('reports an unreachable database in one line without the password', async () => {
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

  test('reports a missing SECRETS_KEY with DATABASE_URL in one line with the command that creates one', async () => {
    const refusal = await refusalOf({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://desk@127.0.0.1:9/desk' })
    expect(refusal).toMatchObject({ code: 1, stdout: '' })
    expect(refusal.stderr).toMatch(
      /^The server is not configured:\n {2}SECRETS_KEY is required with DATABASE_URL: [^\n]+openssl rand -hex 32[^\n]+\n$/,
    )
  })
})

describe('server stop', () => {
  test('the server stops cleanly on SIGTERM and starts again on the same data', async () => {
    let texts = ''
    const first = await start({}, { onOutput: (text) => (texts += text) })
    // Opens an unused connection, as browsers do in advance.
    const unused = connect(port, new URL(first.url).hostname)
    await once(unused, 'connect')
    expect(await isServing(first)).toBe(true)
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(texts).not.toContain('cut off')
    unused.destroy()
    expect(await isServing(await start())).toBe(true)
  })

  test('the server runs under a service manager without pnpm and leaves no process behind', async () => {
    const repository = join(import.meta.dirname, '../..')
    const command = [join(repository, 'node_modules/.bin/node'), 'server/src/main.ts']
    const server = await start({}, { command, cwd: repository })
    expect(await isServing(server)).toBe(true)
    // Checks that the started process is the server itself, not a wrapper.
    expect(readFileSync(join(dataDir, 'server.pid'), 'utf8')).toBe(String(server.pid))
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('the server stops when npx is ended, which does not notify pnpm', async () => {
    const [npx, pnpm] = [join(home, 'npx'), join(home, 'pnpm')]
    const main = join(import.meta.dirname, 'main.ts')
    writeFileSync(pnpm, `#!/bin/sh\n'${process.execPath}' '${main}' &\nwait\n`, { mode: 0o755 })
    writeFileSync(npx, `#!/bin/sh\n'${pnpm}' serve &\nwait\n`, { mode: 0o755 })
    const server = await start({ npm_lifecycle_event: 'serve' }, { command: [npx, 'pnpm', 'serve'] })
    expect(await isServing(server)).toBe(true)
    // Waits until npx, pnpm, the server and the database have all closed their output.
    expect(await server.end('SIGTERM')).toEqual({ code: null, signal: 'SIGTERM' })
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
  })

  test('the server starts again immediately after SIGKILL', async () => {
    for (let round = 0; round < 3; round += 1) {
      const server = await start()
      expect(await isServing(server)).toBe(true)
      expect(await server.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    }
    expect(await isServing(await start())).toBe(true)
  })
})
