import { expect, test } from 'vitest'
import {
  type ContentDraft,
  draftOf,
  EMPTY_GENERAL,
  EMPTY_PROMOTION,
  NO_PERIOD,
  problemsOf,
  proposalProblems,
  textOf,
} from './knowledge-draft.ts'

const promotion = (change: Partial<typeof EMPTY_PROMOTION>) => ({ ...EMPTY_PROMOTION, name: 'ก', ...change })
const LINK = 'https://example.com/a.png'

test.each<[string, ContentDraft, object]>([
  ['an empty general form', EMPTY_GENERAL, { questions: expect.any(String), answer: 'กรุณากรอกคำตอบ' }],
  [
    'a form with only spaces',
    { kind: 'general', questions: ' \n ', answer: '\n' },
    { questions: expect.any(String), answer: expect.any(String) },
  ],
  ['a complete question with its answer', { kind: 'general', questions: 'ก\nข', answer: 'ค' }, {}],
  ['a promotion without a name', { ...EMPTY_PROMOTION, text: 'ก' }, { name: 'กรุณากรอกชื่อโปรโมชั่น' }],
  ['a text promotion without a text', promotion({}), { text: 'กรุณากรอกข้อความโปรโมชั่น' }],
  ['a complete text promotion', promotion({ text: 'ก', imageUrl: 'nothing' }), {}],
  [
    'an image promotion without a link',
    promotion({ responseType: 'image' }),
    { imageUrl: 'กรุณากรอกลิงก์รูปภาพ' },
  ],
  [
    'an image promotion with an ftp link',
    promotion({ responseType: 'image', imageUrl: 'ftp://a' }),
    { imageUrl: expect.stringContaining('ลิงก์รูปภาพไม่ถูกต้อง') },
  ],
  ['a complete image promotion', promotion({ responseType: 'image', imageUrl: LINK }), {}],
  [
    'a promotion that lacks both text and image',
    promotion({ responseType: 'both' }),
    { text: expect.any(String), imageUrl: expect.any(String) },
  ],
  [
    'a complete promotion with text and image',
    promotion({ responseType: 'both', text: 'ก', imageUrl: ` ${LINK} ` }),
    {},
  ],
  [
    'an answer that is too long',
    { kind: 'general', questions: 'ก', answer: 'ข'.repeat(100_001) },
    { answer: expect.stringContaining('100,000') },
  ],
])('reports the problems of a draft: %s', (_what, draft, problems) => {
  expect(problemsOf(draft, NO_PERIOD)).toEqual(problems)
})

test.each<[string, Partial<typeof EMPTY_GENERAL>, object]>([
  ['empty fields', {}, { questions: 'กรุณากรอกคำถามอย่างน้อย 1 ข้อ', answer: 'กรุณากรอกคำตอบ' }],
  ['the maximum lengths', { questions: 'ก\n'.repeat(20), answer: 'ข'.repeat(5_000) }, {}],
  [
    'one question too many',
    { questions: 'ก\n'.repeat(21), answer: 'ข' },
    { questions: expect.stringContaining('20') },
  ],
  [
    'one character too many',
    { questions: 'ก'.repeat(5_001), answer: 'ข'.repeat(5_001) },
    { questions: 'ข้อความยาวเกิน 5,000 ตัวอักษร', answer: 'ข้อความยาวเกิน 5,000 ตัวอักษร' },
  ],
])('reports the problems of a proposal with %s', (_what, draft, problems) => {
  expect(proposalProblems({ ...EMPTY_GENERAL, ...draft })).toEqual(problems)
})

test('requires a validity period to end after it begins', () => {
  const draft = promotion({ text: 'ก' })
  const period = { valid_from: '2026-12-02T17:00:00Z', valid_until: '2026-12-02T16:59:59.999Z' }
  expect(problemsOf(draft, period)).toEqual({ period: expect.any(String) })
  expect(problemsOf(draft, { ...period, valid_from: null })).toEqual({})
})

test.each<[ContentDraft]>([
  [{ kind: 'general', questions: 'ถอนเงินกี่นาที\nถอนช้า', answer: '10 นาที\nทุกวัน' }],
  [promotion({ text: 'รับ 100' })],
  [promotion({ responseType: 'image', imageUrl: LINK })],
  [promotion({ responseType: 'both', text: 'รับ 100\n\nทุกวัน', imageUrl: LINK })],
  [{ kind: 'plain', text: 'ข้อความธรรมดา' }],
])('converts a stored text back to its draft: %j', (draft) => {
  expect(draftOf(textOf(draft))).toEqual(draft)
})

test.each([
  ['several images', `โปรโมชั่น: ก\nรายละเอียด: ข\n[IMAGE:${LINK}]\n[IMAGE:https://example.com/b.png]`],
  ['an empty question', 'คำถาม: ก\nคำถาม:\nคำตอบ: ข'],
])('edits an entry as plain text if the fields cannot represent it: %s', (_what, text) => {
  expect(draftOf(text)).toEqual({ kind: 'plain', text })
})

test("omits the text or image that the promotion's response type does not use", () => {
  const both = promotion({ responseType: 'both', text: 'รับ 100', imageUrl: LINK })
  expect(textOf({ ...both, responseType: 'text' })).not.toContain('IMAGE')
  expect(textOf({ ...both, responseType: 'image' })).not.toContain('รับ 100')
})

test('escapes brackets in the image URL of a promotion', () => {
  const draft = promotion({ responseType: 'image', imageUrl: `${LINK}?a[]=1` })
  expect(textOf(draft)).toContain(`[IMAGE:${LINK}?a%5B%5D=1]`)
})
