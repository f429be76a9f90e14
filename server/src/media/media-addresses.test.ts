import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { deskKey } from './desk-key.store.ts'
import { MediaAddresses } from './media-addresses.ts'

const HOUR = 3_600_000
const ID = randomUUID()
const START = Date.parse('2026-01-05T00:00:00Z')

const SESSION = 'ab'.repeat(32)

const partsOf = (address: string | null) => {
  const { pathname, searchParams } = new URL(address ?? '', 'http://desk')
  return {
    id: pathname.split('/').at(-1) ?? '',
    expires: Number(searchParams.get('e')),
    session: searchParams.get('u') ?? '',
    signature: searchParams.get('s') ?? '',
  }
}

test('a media URL of a session is identical until the next boundary, and valid for six to twelve hours', () => {
  let now = START
  const addresses = new MediaAddresses(randomBytes(32), () => new Date(now))
  const address = () => addresses.signFor(SESSION, addresses.of(ID, 'original'))
  const first = address()
  const { id, ...parts } = partsOf(first)
  const sessionOf = () => addresses.sessionOf(id, 'original', parts)
  now = START + 6 * HOUR - 1
  expect(address()).toBe(first)
  expect(sessionOf()).toBe(SESSION)
  now = START + 6 * HOUR
  expect(address()).not.toBe(first)
  now = START + 12 * HOUR - 1000
  expect(sessionOf()).toBe(SESSION)
  now = START + 12 * HOUR
  expect(sessionOf()).toBeNull()
})

test('a media URL is rejected when any part of it was changed', () => {
  const addresses = new MediaAddresses(randomBytes(32), () => new Date(START))
  const { id, ...parts } = partsOf(addresses.signFor(SESSION, addresses.of(ID, 'preview')))
  expect(addresses.sessionOf(id, 'preview', parts)).toBe(SESSION)
  expect(addresses.sessionOf(randomUUID(), 'preview', parts)).toBeNull()
  expect(addresses.sessionOf(id, 'original', parts)).toBeNull()
  const session = Buffer.from('cd'.repeat(32), 'hex').toString('base64url')
  for (const other of [{ expires: parts.expires + 1 }, { session }, { signature: '' }])
    expect(addresses.sessionOf(id, 'preview', { ...parts, ...other })).toBeNull()
  const others = new MediaAddresses(randomBytes(32), () => new Date(START))
  expect(others.sessionOf(id, 'preview', parts)).toBeNull()
})

test('only URLs of media are signed', () => {
  const addresses = new MediaAddresses(randomBytes(32), () => new Date(START))
  const own = addresses.of(ID, 'original')
  const signed = addresses.signFor(SESSION, own)
  for (const other of [`https://desk.example${own}`, `${own}&e=1`, '/p/a.jpg', signed ?? '', ''])
    expect(addresses.signFor(SESSION, other)).toBeNull()
})

test('returns the URL of an emoji by its ids, when emoji URLs are configured', () => {
  const addresses = new MediaAddresses(
    null,
    () => new Date(START),
    null,
    'https://pictures/{product}/{id}.png',
  )
  expect(addresses.ofEmoji('5ac1bfd5', '001')).toBe('https://pictures/5ac1bfd5/001.png')
  for (const id of ['../x', '', 'a b', 7, undefined, '0'.repeat(41)]) {
    expect(addresses.ofEmoji(id, '001')).toBeNull()
    expect(addresses.ofEmoji('5ac1bfd5', id)).toBeNull()
  }
  expect(new MediaAddresses(null, () => new Date(START)).ofEmoji('5ac1bfd5', '001')).toBeNull()
})

test('servers that request a media key concurrently get the same key', async () => {
  const database = await createTestDatabase()
  try {
    const keys = await Promise.all([1, 2, 3, 4].map(() => deskKey(database.db, 'media-addresses')))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    expect(keys[0]).toHaveLength(32)
    expect(await deskKey(database.db, 'public-media-names')).not.toEqual(keys[0])
  } finally {
    await database.drop()
  }
})
