import { normalizeForSearch } from 'shared/contract/search-text.ts'

export interface TextPart {
  segment: string
  index: number
  isWordLike: boolean
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Boundaries between scripts, as in "OTPไม่เข้า". Latin letters and adjacent digits form one name: "mp3", "RX480". */
const SCRIPT_CHANGES =
  /(?<=[\u0e01-\u0e3a\u0e40-\u0e4e])(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=[\u0e01-\u0e3a\u0e40-\u0e4e])/u

export function cutAtScripts(text: string): string[] {
  return text.split(SCRIPT_CHANGES)
}

export function* segmentsOf(text: string): Generator<TextPart> {
  let begins = 0
  for (const piece of cutAtScripts(text)) {
    for (const { segment, index, isWordLike } of segmenter.segment(piece))
      yield { segment, index: begins + index, isWordLike: isWordLike === true }
    begins += piece.length
  }
}

/** Joins the vowel that the normalized form writes as two characters; keyboards and the dictionary use one. */
export function joinVowels(norm: string): string {
  return norm.replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
}

/** Words that say little about the answer: "อะไรบ้าง" is rare in a small knowledge base, but fits all questions. */
const FUNCTION_WORDS = new Set(
  [
    'การ ความ ของ ที่ ซึ่ง และ หรือ แต่ ใน บน จาก ให้ ได้ ไม่ มี เป็น คือ อยู่ จะ ก็ แล้ว กับ โดย ต้อง ยัง เลย ด้วย อีก บ้าง นี้ นั้น แบบ ว่า ถ้า',
    'อะไร ไร ทำไม ยังไง ยังงัย งัย ไง อย่างไร อย่าง ไหน ที่ไหน ใคร ใด ผู้ใด สิ่งใด เหตุใด เมื่อ เมื่อไร เมื่อไหร่ ไหร่ เท่า เท่าไร เท่าไหร่ เท่าใด กี่',
    'ไหม มั้ย มั๊ย มั้ง หรอ เหรอ หรือเปล่า หรือไม่ หรือยัง รึ เปล่า ป่าว ปะ ใช่ ใช่ไหม',
    'ครับ คับ ครับผม คร้าบ ค่ะ คะ จ้า จ้ะ จ๊ะ จ๋า ฮะ นะ น้า นะคะ นะครับ หน่อย ที สิ ล่ะ ละ',
    'ขอ อยาก ทราบ รู้ รบกวน สอบถาม ถาม คำถาม คำตอบ ตอบ รายละเอียด ราย ละเอียด เพิ่มเติม ช่วย ทำ ดี คุณ ผม ฉัน หนู เรา พี่',
    'the a an of to in is are do does i you my me and or for what how when where why who which can please',
  ]
    .join(' ')
    .split(' '),
)

/** `word` must have the form that `joinVowels` returns. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word)
}

export function contentTexts(text: string): string[] {
  return [...segmentsOf(joinVowels(normalizeForSearch(text)))].flatMap(({ segment, isWordLike }) =>
    isWordLike && !isFunctionWord(segment) ? [segment] : [],
  )
}
