import { expect, test } from 'vitest'
import { AT_ONCE, AT_ONCE_EACH, UploadPlaces } from './upload-places.ts'

const busy = new Error('busy')
const people = Array.from({ length: AT_ONCE / AT_ONCE_EACH }, (_, nth) => `person ${nth}`)

/** Resolves when the upload is evicted. */
const givesWay = (signal: AbortSignal) =>
  new Promise<unknown>((given) => {
    signal.addEventListener('abort', () => given(signal.reason))
  })

test('limits the slots per staff member and frees them again', () => {
  const places = new UploadPlaces(() => busy)
  const taken = Array.from({ length: AT_ONCE_EACH }, () => places.take('one'))
  expect(() => places.take('one')).toThrow(busy)
  taken[3]?.[Symbol.dispose]()
  places.take('one')
  expect(() => places.take('one')).toThrow(busy)
})

test('evicts the oldest incoming upload of the staff member with the most slots when all are taken', async () => {
  const places = new UploadPlaces(() => busy)
  const [first = '', ...others] = people
  const made = places.take(first)
  await made.receiving(async () => {})
  const given = Array.from({ length: AT_ONCE_EACH - 1 }, () => places.take(first).receiving(givesWay))
  for (const person of others.flatMap((each) => Array<string>(AT_ONCE_EACH).fill(each)))
    void places.take(person).receiving(givesWay)
  places.take('late')
  expect(await given[0]).toBe(busy)
  // A staff member with as many slots as the others is refused.
  for (let count = 1; count < AT_ONCE_EACH - 1; count += 1) places.take('late')
  expect(() => places.take('late')).toThrow(busy)
})

test("never evicts a staff member's only upload", () => {
  const places = new UploadPlaces(() => busy)
  for (let nth = 0; nth < AT_ONCE; nth += 1) void places.take(`person ${nth}`).receiving(givesWay)
  expect(() => places.take('late')).toThrow(busy)
})

test('never evicts an upload that is being decoded', async () => {
  const places = new UploadPlaces(() => busy)
  for (const person of people)
    for (let nth = 0; nth < AT_ONCE_EACH; nth += 1) await places.take(person).receiving(async () => {})
  expect(() => places.take('late')).toThrow(busy)
})
