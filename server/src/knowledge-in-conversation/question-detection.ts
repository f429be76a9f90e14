import { safeNfkc } from 'shared/contract/safe-normalize.ts'
import { normalizeForSearch } from 'shared/contract/search-text.ts'
import { contentTexts } from '../knowledge/thai-words.ts'
import { questionWords } from './question-content-words.ts'

/** Maximum length of a question: longer messages are stories, pasted texts or spam. */
const MAX_LENGTH = 500
const MIN_LENGTH = 4

/** Words of questions and of problem reports, which also ask for help. */
const QUESTION_PATTERN = new RegExp(
  [
    'ไหม',
    'มั้ย',
    'มั๊ย',
    'มั้ง',
    'หรือ',
    'รึ',
    'ป่าว',
    'ปะ$',
    'อะไร',
    'ยังไง',
    'ยังงัย',
    'ไง$',
    'อย่างไร',
    'ทำไม',
    'เมื่อไ',
    'กี่',
    'เท่าไ',
    'เท่าไร',
    'ไหน',
    'ใคร',
    'สอบถาม',
    'อยากทราบ',
    'อยากรู้',
    'อยากสมัคร',
    'ขอทราบ',
    'วิธี',
    'ขั้นตอน',
    'ช่วย',
    'ไม่ได้',
    'ไม่เข้า',
    'ไม่ขึ้น',
    'ไม่มา',
    'ไม่เจอ',
    'ไม่ผ่าน',
    'ลืม',
    '(?<!ไม่)หาย',
    'โดนล็อค',
    'โดนล็อก',
    '\\?',
    '\\bhow\\b',
    '\\bwhat\\b',
    '\\bwhen\\b',
    '\\bwhere\\b',
    '\\bwhy\\b',
    '\\bcan i\\b',
    '\\bdo you\\b',
  ]
    .map(safeNfkc)
    .join('|'),
)

/** Words that have no meaning without the earlier conversation. */
const CONTEXT = new Set(['นาน', 'รอ', 'ตาม', 'เสร็จ', 'ลอง', 'เรียบร้อย'])
/** Phrases that contain the Thai word for help, but express thanks instead of a request. */
const THANKS = /ขอบ(?:พระ)?คุณ\S{0,20}?ช่วย/g

export function looksLikeQuestion(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const words = questionWords(text)
  return (
    words.length >= MIN_LENGTH &&
    QUESTION_PATTERN.test(normalizeForSearch(text).replace(THANKS, '')) &&
    contentTexts(words).some((word) => !CONTEXT.has(word))
  )
}

/** Thai marks that customers often omit or misplace. */
const MARKS = /[\u0e47-\u0e4e]/g
const MAX_KEY = 200

export function questionKey(text: string): string {
  return questionWords(text)
    .replace(MARKS, '')
    .replace(/(\P{N})\1{2,}/gu, '$1')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .slice(0, MAX_KEY)
}
