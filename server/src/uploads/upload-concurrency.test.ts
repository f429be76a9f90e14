import { expect, test } from 'vitest'
import { MAX_SLOTS, MAX_SLOTS_PER_STAFF_MEMBER, UploadSlots } from './upload-concurrency.ts'

const busy = new Error('busy')
const staffIds = Array.from({ length: MAX_SLOTS / MAX_SLOTS_PER_STAFF_MEMBER }, (_, nth) => `person ${nth}`)

/** Resolves when an upload loses its slot to another upload. */
const isEvicted = (signal: AbortSignal) =>
  new Promise<unknown>((given) => {
    signal.addEventListener('abort', () => given(signal.reason))
  })

test('upload slots are limited per staff member and freed when an upload ends', () => {
  const slots = new UploadSlots(() => busy)
  const handles = Array.from({ length: MAX_SLOTS_PER_STAFF_MEMBER }, () => slots.acquire('one'))
  expect(() => slots.acquire('one')).toThrow(busy)
  handles[3]?.[Symbol.dispose]()
  slots.acquire('one')
  expect(() => slots.acquire('one')).toThrow(busy)
})

test('when all upload slots are taken, the staff member with the most uploads loses the oldest incoming one', async () => {
  const slots = new UploadSlots(() => busy)
  const [first = '', ...others] = staffIds
  const made = slots.acquire(first)
  await made.receiving(async () => {})
  const given = Array.from({ length: MAX_SLOTS_PER_STAFF_MEMBER - 1 }, () =>
    slots.acquire(first).receiving(isEvicted),
  )
  for (const staffId of others.flatMap((each) => Array<string>(MAX_SLOTS_PER_STAFF_MEMBER).fill(each)))
    void slots.acquire(staffId).receiving(isEvicted)
  slots.acquire('late')
  expect(await given[0]).toBe(busy)
  // Expects that this staff member is refused a slot after reaching as many slots as the others.
  for (let count = 1; count < MAX_SLOTS_PER_STAFF_MEMBER - 1; count += 1) slots.acquire('late')
  expect(() => slots.acquire('late')).toThrow(busy)
})

test('the only upload of a staff member is never evicted', () => {
  const slots = new UploadSlots(() => busy)
  for (let nth = 0; nth < MAX_SLOTS; nth += 1) void slots.acquire(`person ${nth}`).receiving(isEvicted)
  expect(() => slots.acquire('late')).toThrow(busy)
})

test('an upload that is being decoded is never evicted', async () => {
  const slots = new UploadSlots(() => busy)
  for (const staffId of staffIds)
    for (let nth = 0; nth < MAX_SLOTS_PER_STAFF_MEMBER; nth += 1)
      await slots.acquire(staffId).receiving(async () => {})
  expect(() => slots.acquire('late')).toThrow(busy)
})
