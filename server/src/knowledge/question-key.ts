import { normalizeForSearch } from 'shared/contract/thai-text.ts'

/** What people end a question with to be polite: it asks nothing. */
export const POLITE_ENDINGS = [
  'ครับผม',
  'ครับ',
  'คับ',
  'คร้าบ',
  'นะครับ',
  'นะคะ',
  'ค่ะ',
  'คะ',
  'ค่า',
  'คะ่',
  'จ้า',
  'จ้ะ',
  'จ๊ะ',
  'จ๋า',
  'ฮะ',
  'นะ',
  'น้า',
].map(normalizeForSearch)

/**
 * Of two questions of the knowledge base that ask the same in the same words: one text. Blanks, signs and polite endings make no
 * difference. A word that only ends as one of those is cut as well, in both of the questions.
 */
export function sameQuestionKey(question: string): string {
  let key = normalizeForSearch(question).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
  // One after the other: a pattern for all of them would begin anew at each of a thousand.
  for (;;) {
    const ending = POLITE_ENDINGS.find((each) => key.length > each.length && key.endsWith(each))
    if (ending === undefined) return key
    key = key.slice(0, -ending.length)
  }
}
