import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Encryption } from '../secrets/encryption.ts'
import { TEST_ENCRYPTION, TEST_SECRETS_KEY } from '../testing/test-encryption.ts'
import { WebhookCredentialsFile } from './webhook-credentials-file.ts'

const DATABASE = 'postgres://desk:pass@db.example.com:5432/desk'
const MAIN = { key: 'main-channel', secret: 'a-channel-secret', botUserId: `U${'1'.repeat(32)}` }
const VIP = { key: 'vip', secret: 'another-secret', botUserId: `U${'2'.repeat(32)}` }

let dataDir: string
let lines: { msg: string }[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  lines = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
const texts = () => lines.map(({ msg }) => msg)
const file = () => join(dataDir, 'webhook-channels-file')

function open({ databaseUrl = DATABASE, encryption = TEST_ENCRYPTION } = {}): WebhookCredentialsFile {
  return new WebhookCredentialsFile({ dataDir, databaseUrl, encryption, log })
}

test('the next server restores the credentials of all connected channels, even with another database user', async () => {
  const first = open()
  expect(first.found).toBeNull()
  await first.store([VIP, MAIN])
  expect(open({ databaseUrl: DATABASE.replace('desk:pass', 'other:new') }).found).toEqual([MAIN, VIP])
  await first.store([VIP])
  expect(open().found).toEqual([VIP])
  expect(texts()).toEqual([])
})

test('the credentials file is encrypted and readable only by its owner; a partial file of a power failure is ignored', async () => {
  writeFileSync(`${file()}.new`, 'half', { mode: 0o644 })
  await open().store([MAIN])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readFileSync(file(), 'utf8')).not.toMatch(/main-channel|a-channel-secret|U1{32}|db\.example/)
  expect(readdirSync(dataDir)).toEqual(['webhook-channels-file'])
})

test('the credentials file is written only when something changed', async () => {
  const stored = open()
  await stored.store([MAIN, VIP])
  const before = readFileSync(file(), 'utf8')
  await stored.store([VIP, MAIN])
  await open().store([MAIN, VIP])
  expect(readFileSync(file(), 'utf8')).toBe(before)
  await stored.store([{ ...MAIN, secret: 'reissued' }, VIP])
  expect(open().found?.[0]?.secret).toBe('reissued')
})

test('the credentials file is encrypted again after a key rotation', async () => {
  await open().store([MAIN])
  const [before, after] = [Buffer.from(TEST_SECRETS_KEY, 'hex'), Buffer.alloc(32, 1)]
  await open({ encryption: new Encryption([after, before]) }).store([MAIN])
  expect(open({ encryption: new Encryption([after]) }).found).toEqual([MAIN])
})

test.each([
  ['encrypted with another key', { encryption: new Encryption([Buffer.alloc(32, 1)]) }],
  ['of another database', { databaseUrl: DATABASE.replace(/desk$/, 'copy') }],
])('a credentials file %s is ignored with one warning', async (_name, other) => {
  await open().store([MAIN])
  expect(open(other).found).toBeNull()
  expect(texts()).toEqual(['webhook credentials could not be read from disk; writing them again'])
})

test('a damaged credentials file is ignored and repaired', async () => {
  await open().store([MAIN])
  const whole = readFileSync(file(), 'utf8')
  for (const damaged of ['', 'x', whole.slice(0, -20), whole.replace(/.(..)$/s, '!$1')]) {
    writeFileSync(file(), damaged)
    const stored = open()
    expect(stored.found).toBeNull()
    await stored.store([MAIN])
    expect(open().found).toEqual([MAIN])
  }
  expect(new Set(texts()).size).toBe(1)
})

test('a failure to write the credentials file is logged once, and the server continues', async () => {
  rmSync(dataDir, { recursive: true })
  const stored = open()
  await stored.store([MAIN])
  await stored.store([MAIN, VIP])
  expect(texts()).toEqual(['webhook credentials could not be saved on disk; retrying'])
})
