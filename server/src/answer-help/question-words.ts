import { normalizeForSearch } from 'shared/contract/thai-text.ts'
import { POLITE_ENDINGS } from '../knowledge/question-key.ts'
import { isFunctionWord, joinVowels, wordsOf } from '../knowledge/thai-words.ts'

/** What people say around a question: it finds nothing, and makes two that are the same differ. */
const AROUND = new Set([
  ...POLITE_ENDINGS,
  ...[
    'สวัสดี',
    'หวัดดี',
    'ดีครับ',
    'หน่อย',
    'รบกวน',
    'สอบถาม',
    'ขอสอบถาม',
    'แอดมิน',
    'แอด',
    'ขอบคุณ',
    'ขอบพระคุณ',
    'ขอโทษ',
    'โอเค',
    'ok',
    'admin',
    'hello',
    'hi',
    'please',
    'thanks',
  ].map(normalizeForSearch),
])

/** What a customer's message asks for, in the form in which texts are compared, without greetings and particles; may be empty. */
export function questionWords(text: string): string {
  return normalizeForSearch(
    [...wordsOf(joinVowels(normalizeForSearch(text)))]
      .map(({ segment, isWordLike }) => (isWordLike ? (AROUND.has(segment) ? '' : segment) : ' '))
      .join(''),
  )
}

/** Whether anything in it says what it is about: "มีอะไรบ้าง" and "ได้ไหม" are asked of everything. */
export function tellsSomething(text: string): boolean {
  return tellingWords(text).length > 0
}

export function tellingWords(text: string): string[] {
  return [...wordsOf(joinVowels(normalizeForSearch(text)))].flatMap(({ segment, isWordLike }) =>
    isWordLike && !isFunctionWord(segment) ? [segment] : [],
  )
}
