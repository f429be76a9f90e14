import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { DecryptionError, Encryption } from './encryption.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const SECRET = 'ลับ/secret+token='

test('a secret is decrypted only with its purpose, and the ciphertext reveals nothing', () => {
  const encryption = new Encryption([one])
  const encrypted = encryption.encrypt(SECRET, 'channels/main/secret')
  expect(encrypted).toMatch(/^sealed:1:/)
  for (const readable of [SECRET, Buffer.from(SECRET).toString('base64')])
    expect(encrypted).not.toContain(readable)
  expect(encryption.decrypt(encrypted, 'channels/main/secret')).toBe(SECRET)
  expect(() => encryption.decrypt(encrypted, 'channels/vip/secret')).toThrow(DecryptionError)
  expect(() => encryption.decrypt(encrypted, 'channels/main/access_token')).toThrow(DecryptionError)
})

test('encrypting a secret twice gives different ciphertexts', () => {
  const encryption = new Encryption([one])
  const all = Array.from({ length: 1_000 }, () => encryption.encrypt(SECRET, 'x'))
  const nonces = all.map((each) => Buffer.from(each.split(':')[3] ?? '', 'base64url').toString('hex', 0, 12))
  expect(new Set(nonces).size).toBe(1_000)
})

test('a ciphertext changed or truncated at any character is rejected', () => {
  const encryption = new Encryption([one])
  const encrypted = encryption.encrypt(SECRET, 'x')
  // Skips the last base64 character, which may have unused bits.
  for (let at = 0; at < encrypted.length - 1; at += 1) {
    const other = encrypted[at] === 'A' ? 'B' : 'A'
    expect(
      () => encryption.decrypt(encrypted.slice(0, at) + other + encrypted.slice(at + 1), 'x'),
      String(at),
    ).toThrow(DecryptionError)
    expect(() => encryption.decrypt(encrypted.slice(0, at), 'x')).toThrow(DecryptionError)
  }
})

test('the first secrets key encrypts, all keys decrypt, and a ciphertext of a missing key is rejected', () => {
  const old = new Encryption([one]).encrypt(SECRET, 'x')
  const both = new Encryption([two, one])
  expect(both.decrypt(old, 'x')).toBe(SECRET)
  expect(both.isCurrent(old)).toBe(false)
  const renewed = both.encrypt(SECRET, 'x')
  expect(both.isCurrent(renewed)).toBe(true)
  const alone = new Encryption([two])
  expect(alone.decrypt(renewed, 'x')).toBe(SECRET)
  expect(() => alone.decrypt(old, 'x')).toThrow(/is encrypted with key [0-9a-f]{8}, which is not given/)
})
