import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readSecretsConfig } from '../config.ts'
import { StartError } from '../start-error.ts'
import { createEncryption, findEncryption, secretsKeyFile } from './secrets-key.ts'

const KEY = 'a1'.repeat(32)
const OTHER = 'b2'.repeat(32)
const DATABASE_URL = 'postgres://desk@localhost/desk'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const configOf = (environment: Record<string, string> = {}) =>
  readSecretsConfig({ DATA_DIR: dataDir, ...environment })

test('with the embedded database the secrets key is created once, readable only by its owner', () => {
  expect(findEncryption(configOf())).toBeUndefined()
  const encrypted = createEncryption(configOf()).encrypt('secret', 'x')
  expect(readdirSync(dataDir)).toEqual(['secrets-key'])
  const file = secretsKeyFile(dataDir)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^[0-9a-f]{64}\n$/)
  expect(createEncryption(configOf()).decrypt(encrypted, 'x')).toBe('secret')
  expect(findEncryption(configOf())?.decrypt(encrypted, 'x')).toBe('secret')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('secrets keys in hex or base64 are read from the environment, which overrides the file', () => {
  writeFileSync(secretsKeyFile(dataDir), `${OTHER}\n`)
  const base64 = Buffer.from(KEY, 'hex').toString('base64')
  const encrypted = findEncryption(configOf({ SECRETS_KEY: base64 }))?.encrypt('secret', 'x') ?? ''
  expect(findEncryption(configOf({ SECRETS_KEY: KEY }))?.decrypt(encrypted, 'x')).toBe('secret')
  expect(findEncryption(configOf({ SECRETS_KEY: `${OTHER}, ${KEY}` }))?.decrypt(encrypted, 'x')).toBe(
    'secret',
  )
  expect(() => findEncryption(configOf())?.decrypt(encrypted, 'x')).toThrow()
  writeFileSync(secretsKeyFile(dataDir), `${OTHER}\n${KEY}\n`)
  expect(findEncryption(configOf())?.decrypt(encrypted, 'x')).toBe('secret')
})

describe('secrets key with DATABASE_URL, whose database other servers may use', () => {
  test('with DATABASE_URL no secrets key is created, and the error names the command that creates one', () => {
    for (const attempt of [findEncryption, createEncryption])
      expect(() => attempt(configOf({ DATABASE_URL }))).toThrow(
        /^SECRETS_KEY is required with DATABASE_URL: [^\n]*openssl rand -hex 32[^\n]*$/,
      )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('with DATABASE_URL the secrets key in DATA_DIR is used', () => {
    writeFileSync(secretsKeyFile(dataDir), KEY)
    expect(findEncryption(configOf({ DATABASE_URL }))).toBeDefined()
  })
})

test.each([KEY.slice(2), `${KEY}00`, 'password', `${KEY},short`, ','])(
  'rejects %s as a secrets key without printing the text',
  (text) => {
    const refusals: unknown[] = []
    const attempts = [
      () => configOf({ SECRETS_KEY: text }),
      () => {
        writeFileSync(secretsKeyFile(dataDir), text)
        findEncryption(configOf())
      },
    ]
    for (const attempt of attempts) {
      try {
        attempt()
      } catch (error) {
        refusals.push(error)
      }
    }
    expect(refusals).toEqual([expect.any(ConfigError), expect.any(StartError)])
    for (const refusal of refusals) {
      expect((refusal as Error).message).toMatch(/^\S+ must be a key of 32 bytes in hex or base64 [^\n]*$/)
      expect((refusal as Error).message).not.toContain(KEY.slice(2))
    }
  },
)
