import { normalizeForSearch } from 'shared/contract/search-text.ts'

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

/** Removes polite endings. A word that only looks like one is removed too, but from both compared questions. */
export function sameQuestionKey(question: string): string {
  let key = normalizeForSearch(question).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
  // Removes one ending at a time: a single regular expression would restart at each of a thousand endings.
  for (;;) {
    const ending = POLITE_ENDINGS.find((each) => key.length > each.length && key.endsWith(each))
    if (ending === undefined) return key
    key = key.slice(0, -ending.length)
  }
}
