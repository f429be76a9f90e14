import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SealError, Sealing } from './sealing.ts'

const [one, two] = [randomBytes(32), randomBytes(32)]
const SECRET = 'ลับ/secret+token='

test('decrypts only with the same purpose, and reveals nothing in the ciphertext', () => {
  const sealing = new Sealing([one])
  const sealed = sealing.seal(SECRET, 'channels/main/secret')
  expect(sealed).toMatch(/^sealed:1:/)
  expect(sealed).not.toContain('secret')
  expect(sealing.open(sealed, 'channels/main/secret')).toBe(SECRET)
  expect(() => sealing.open(sealed, 'channels/vip/secret')).toThrow(SealError)
  expect(() => sealing.open(sealed, 'channels/main/access_token')).toThrow(SealError)
})

test('encrypts the same secret differently each time', () => {
  const sealing = new Sealing([one])
  const all = Array.from({ length: 1_000 }, () => sealing.seal(SECRET, 'x'))
  const nonces = all.map((each) => Buffer.from(each.split(':')[3] ?? '', 'base64url').toString('hex', 0, 12))
  expect(new Set(nonces).size).toBe(1_000)
})

test('rejects a changed or truncated ciphertext at any character', () => {
  const sealing = new Sealing([one])
  const sealed = sealing.seal(SECRET, 'x')
  // Some bits of the last base64 character may be unused.
  for (let at = 0; at < sealed.length - 1; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    expect(() => sealing.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'x'), String(at)).toThrow(
      SealError,
    )
    expect(() => sealing.open(sealed.slice(0, at), 'x')).toThrow(SealError)
  }
})

test('rotates keys: the first encrypts, all decrypt, and without the old key its ciphertexts are rejected', () => {
  const old = new Sealing([one]).seal(SECRET, 'x')
  const both = new Sealing([two, one])
  expect(both.open(old, 'x')).toBe(SECRET)
  expect(both.isCurrent(old)).toBe(false)
  const renewed = both.seal(SECRET, 'x')
  expect(both.isCurrent(renewed)).toBe(true)
  const alone = new Sealing([two])
  expect(alone.open(renewed, 'x')).toBe(SECRET)
  expect(() => alone.open(old, 'x')).toThrow(/is sealed with key [0-9a-f]{8}, which is not among those given/)
})
