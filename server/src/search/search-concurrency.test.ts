import { expect, test } from 'vitest'
import { SearchSlots } from './search-concurrency.ts'

test('four searches may run concurrently, two per staff member, and a search that ends frees its slot', async () => {
  const slots = new SearchSlots()
  const running = ['a', 'a', 'b', 'b'].map((staffId) => {
    const { promise, ...end } = Promise.withResolvers<string>()
    return { ...end, done: slots.run(staffId, () => promise), staffId }
  })
  const full = { code: 'unavailable' }
  const tooManyOfOne = { code: 'rate_limited', extra: { retry_after_secs: 1 } }
  const asks = (staffId: string) => slots.run(staffId, async () => 'found')
  await expect(asks('c')).rejects.toMatchObject(full)
  await expect(asks('a')).rejects.toMatchObject(tooManyOfOne)
  const [first, second, third] = running
  first?.resolve('one')
  expect(await first?.done).toBe('one')
  await expect(asks('b')).rejects.toMatchObject(tooManyOfOne)
  expect(await asks('a')).toBe('found')
  expect(await asks('c')).toBe('found')
  second?.reject(new Error('no'))
  await expect(second?.done).rejects.toThrow('no')
  await expect(asks('b')).rejects.toMatchObject(tooManyOfOne)
  third?.resolve('three')
  await third?.done
  expect(await asks('b')).toBe('found')
})
