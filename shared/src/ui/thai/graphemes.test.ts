import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutGraphemes, firstGraphemes, initialsOf } from './graphemes.ts'

test('counts a letter with marks and a family emoji as one character each', () => {
  expect(firstGraphemes('ที่นี่กำลัง👨‍👩‍👧🇹🇭', 3)).toEqual(['ที่', 'นี่', 'กำ'])
  expect(cutGraphemes('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧👨‍👩‍👧...')
})

test('truncating does not change a short text', () => {
  expect(cutGraphemes('ฝากเงิน', 36)).toBe('ฝากเงิน')
})

test('truncating never cuts inside a grapheme', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 0, max: 40 }),
      (text, limit) => {
        const cut = cutGraphemes(text, limit)
        if (cut === text) return
        const shown = cut.slice(0, -3)
        const all = firstGraphemes(text, Number.POSITIVE_INFINITY)
        expect(all.slice(0, limit).join('').trimEnd()).toBe(shown)
      },
    ),
  )
})

test('splits Thai and ASCII into graphemes like Intl.Segmenter, next to any character', () => {
  const units = [...'กาเแิ่์ำ็ๆ๒ A~!', '\u200d', '\ufe0f', '\u0301', '👨', '\r', '\n', '😀', 'é']
  const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' })
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...units), { maxLength: 12 }), fc.nat(12), (parts, limit) => {
      const text = parts.join('')
      const all = [...segmenter.segment(text)].map(({ segment }) => segment)
      expect(firstGraphemes(text, limit)).toEqual(all.slice(0, limit))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['กานต์ชนก พูนสุข', 'กา'],
  ['ธีรภัทร จันทร์แก้ว', 'ธี'],
  ['ปวีณา', 'ปว'],
  ['ณัฐวุฒิ', 'ณั'],
  ['Somchai K.', 'So'],
  [' A', 'A'],
  ['A B', 'A'],
  ['👨‍👩‍👧 บ้าน', '👨‍👩‍👧'],
  ['', ''],
])('returns for the name %s the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
