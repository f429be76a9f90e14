import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasSeqGap, lastContiguousSeq } from './message-merge.ts'

test('`lastContiguousSeq` returns the last message number before the first gap', () => {
  expect(lastContiguousSeq([])).toBe(0)
  expect(lastContiguousSeq([3, 1, 2, 2, 5])).toBe(3)
  expect(lastContiguousSeq([51, 52, 54])).toBe(52)
  expect(lastContiguousSeq([0, 0])).toBe(0)
})

test('`hasSeqGap` finds a missing message number in any order of messages', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (seqs) => {
      const [low, high] = [Math.min(...seqs), Math.max(...seqs)]
      expect(hasSeqGap(seqs)).toBe(seqs.length !== high - low + 1)
      expect(hasSeqGap(seqs, high + 1)).toBe(true)
    }),
  )
})
