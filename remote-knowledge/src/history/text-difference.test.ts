import { expect, test } from 'vitest'
import { collapseEqual, textDifference } from './text-difference.ts'

const marked = (pieces: { text: string; isOther: boolean }[]) =>
  pieces.map(({ text, isOther }) => (isOther ? `[${text}]` : text)).join('')

test.each([
  ['ถอนเงินภายใน 10 นาที', 'ถอนเงินภายใน 15 นาที', 'ถอนเงินภายใน [10] นาที', 'ถอนเงินภายใน [15] นาที'],
  ['รับโบนัสทุกวัน', 'รับโบนัสทุกเดือน', 'รับโบนัสทุก[วัน]', 'รับโบนัสทุก[เดือน]'],
  ['เหมือนเดิม', 'เหมือนเดิม', 'เหมือนเดิม', 'เหมือนเดิม'],
])('marks the differences between the texts %s and %s', (before, after, left, right) => {
  const difference = textDifference(before, after)
  expect(marked(difference.before)).toBe(left)
  expect(marked(difference.after)).toBe(right)
})

test('the pieces of a comparison together are the original texts, including line breaks', () => {
  const [before, after] = ['คำถาม: ก\nคำตอบ: ข ค\n\nง', 'คำถาม: ก\nคำถาม: จ\nคำตอบ:  ค\nง ง']
  const difference = textDifference(before, after)
  const plain = (side: 'before' | 'after') => difference[side].map(({ text }) => text).join('')
  expect([plain('before'), plain('after')]).toEqual([before, after])
})

test('a comparison omits unchanged lines far from a change and returns their number', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `บรรทัด ${at}`)
  const other = lines.with(15, 'บรรทัด ใหม่')
  const { before, after } = textDifference(lines.join('\n'), other.join('\n'))
  const drawn = (pieces: typeof before) =>
    collapseEqual(pieces).map(({ text, isOther, collapsed }) =>
      collapsed ? `<${collapsed}>` : isOther ? `[${text}]` : text,
    )
  expect(drawn(before)).toEqual(['<14>', 'บรรทัด 14\nบรรทัด ', '[15]', '\nบรรทัด 16', '<13>'])
  expect(drawn(after)).toEqual(['<14>', 'บรรทัด 14\nบรรทัด ', '[ใหม่]', '\nบรรทัด 16', '<13>'])
  // Short texts and texts without a difference are not collapsed.
  expect(collapseEqual(before.slice(0, 1))).toEqual(before.slice(0, 1))
  expect(
    collapseEqual([
      { text: 'ก\nข', isOther: false },
      { text: 'ค', isOther: true },
    ]),
  ).toHaveLength(2)
})
