import { expect, test } from 'vitest'
import { textDifference } from './text-difference.ts'

const marked = (pieces: { text: string; isOther: boolean }[]) =>
  pieces.map(({ text, isOther }) => (isOther ? `[${text}]` : text)).join('')

test.each([
  ['ถอนเงินภายใน 10 นาที', 'ถอนเงินภายใน 15 นาที', 'ถอนเงินภายใน [10] นาที', 'ถอนเงินภายใน [15] นาที'],
  ['รับโบนัสทุกวัน', 'รับโบนัสทุกเดือน', 'รับโบนัสทุก[วัน]', 'รับโบนัสทุก[เดือน]'],
  ['เหมือนเดิม', 'เหมือนเดิม', 'เหมือนเดิม', 'เหมือนเดิม'],
])('%s → %s', (before, after, left, right) => {
  const difference = textDifference(before, after)
  expect(marked(difference.before)).toBe(left)
  expect(marked(difference.after)).toBe(right)
})

test('each side reads as it is, line by line', () => {
  const [before, after] = ['คำถาม: ก\nคำตอบ: ข ค\n\nง', 'คำถาม: ก\nคำถาม: จ\nคำตอบ:  ค\nง ง']
  const difference = textDifference(before, after)
  const plain = (side: 'before' | 'after') => difference[side].map(({ text }) => text).join('')
  expect([plain('before'), plain('after')]).toEqual([before, after])
})
