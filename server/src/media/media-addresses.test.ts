import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { deskKey } from './desk-key.store.ts'
import { MediaAddresses } from './media-addresses.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-01-05T00:00:00Z')

const partsOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://desk')
  return {
    id: pathname.split('/').at(-1) ?? '',
    expires: Number(searchParams.get('e')),
    signature: searchParams.get('s') ?? '',
  }
}

test('an address is the same until the next border, and holds six to twelve hours', () => {
  let now = START
  const addresses = new MediaAddresses(randomBytes(32), () => new Date(now))
  const first = addresses.of('m1', 'original')
  const { id, expires, signature } = partsOf(first)
  now = START + 6 * HOUR - 1
  expect(addresses.of('m1', 'original')).toBe(first)
  expect(addresses.check(id, 'original', expires, signature)).toBe(6 * 3600 + 1)
  now = START + 6 * HOUR
  expect(addresses.of('m1', 'original')).not.toBe(first)
  now = START + 12 * HOUR - 1000
  expect(addresses.check(id, 'original', expires, signature)).toBe(1)
  now = START + 12 * HOUR
  expect(addresses.check(id, 'original', expires, signature)).toBe('expired')
})

test('nothing of an address can be changed', () => {
  const addresses = new MediaAddresses(randomBytes(32), () => new Date(START))
  const { expires, signature } = partsOf(addresses.of('m1', 'preview'))
  expect(addresses.check('m1', 'preview', expires, signature)).toBeGreaterThan(0)
  expect(addresses.check('m2', 'preview', expires, signature)).toBe('forged')
  expect(addresses.check('m1', 'original', expires, signature)).toBe('forged')
  expect(addresses.check('m1', 'preview', expires + 1, signature)).toBe('forged')
  expect(addresses.check('m1', 'preview', expires, '')).toBe('forged')
  const others = new MediaAddresses(randomBytes(32), () => new Date(START))
  expect(others.check('m1', 'preview', expires, signature)).toBe('forged')
})

test('an emoji has an address by its ids alone, where the desk knows any', () => {
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

test('servers that ask for a key at once have the same one', async () => {
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
