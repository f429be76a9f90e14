import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAtSpans } from './text-spans.ts'

test('cuts a message text at its emoji, whose positions are in UTF-16 units', () => {
  const emoji = { index: 3, length: 7 }
  expect(cutAtSpans('🙏 (brown) ค่ะ', [emoji])).toEqual([
    { text: '🙏 ', span: null },
    { text: '(brown)', span: emoji },
    { text: ' ค่ะ', span: null },
  ])
  expect(cutAtSpans('', [])).toEqual([{ text: '', span: null }])
})

test('cutting a text at any positions neither loses nor repeats a character', () => {
  const span = fc.record({ index: fc.nat(20), length: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.array(span, { maxLength: 6 }),
      (text, spans) => {
        const pieces = cutAtSpans(text, spans)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const piece of pieces)
          if (piece.span !== null)
            expect(piece.text).toBe(text.slice(piece.span.index, piece.span.index + piece.span.length))
      },
    ),
  )
})
