import { normalizeForSearch } from 'shared/contract/search-text.ts'
import { POLITE_ENDINGS } from '../knowledge/question-key.ts'
import { contentTexts, joinVowels, segmentsOf } from '../knowledge/thai-words.ts'

/** Greetings and filler words, ignored because they match nothing useful and vary in otherwise equal questions. */
const FILLER_WORDS = new Set([
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

/** Returns a question without greetings and particles; the result may be empty. */
export function questionWords(text: string): string {
  return normalizeForSearch(
    [...segmentsOf(joinVowels(normalizeForSearch(text)))]
      .map(({ segment, isWordLike }) => (isWordLike ? (FILLER_WORDS.has(segment) ? '' : segment) : ' '))
      .join(''),
  )
}

/** Returns false for texts such as "มีอะไรบ้าง" and "ได้ไหม", which fit any topic. */
export function hasContent(text: string): boolean {
  return contentTexts(text).length > 0
}
