import { expect, test } from 'vitest'
import { markedPieces, positionsOf, type Range } from './text-highlights.ts'

const shown = (words: string, from: number, ...marks: [number, number][]) =>
  markedPieces(
    words,
    from,
    marks.map(([begins, ends]): Range => ({ from: begins, to: ends })),
  )
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

test.each([
  ['no range', shown('ฝากเงิน', 0), 'ฝากเงิน'],
  ['at the beginning and the end', shown('abcdef', 0, [0, 2], [4, 6]), '[ab]cd[ef]'],
  ['in an excerpt from the middle of a text', shown('def', 3, [0, 4], [5, 9]), '[d]e[f]'],
  ['outside of the excerpt', shown('def', 3, [0, 3], [6, 9]), 'def'],
  ['around the whole excerpt', shown('def', 3, [0, 9]), '[def]'],
])('highlights ranges of a text: %s', (_, is, expected) => {
  expect(is).toBe(expected)
})

test('finds parts with the same text one after the other', () => {
  expect(positionsOf('คำถาม: ก\nคำถาม: ก\nคำตอบ: ก', ['ก', 'ก', 'ก'])).toEqual([7, 16, 25])
  expect(positionsOf('abc', ['b', 'x', 'c'])).toEqual([1, null, 2])
})
