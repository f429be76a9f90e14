import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import { safeNfkc } from 'shared/contract/safe-normalize.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

const MAX_LENGTH = 120

function comparable(text: string): string {
  return safeNfkc(text)
    .toLowerCase()
    .replaceAll('เเ', 'แ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

const textOf = (text: string) => text.split(' ').map(comparable)

const THANKS = textOf(
  'ขอบคุณ ขอบคุน ขอบคุร ขอบใจ ขอบพระคุณ ขอบคุณพระคุณ แต๊งกิ้ว แต้งกิ้ว แต๊ง แต้ง แทงกิ้ว thankyou thanks thank thx tks thankq tq ty',
)
/** Polite words that may accompany thanks and ask for nothing. */
const POLITE_WORDS = textOf(
  'ค่ะ คะ ค่า คับ ครับ ครับผม คร้าบ ครัช งับ จ้า จ้ะ จ๊ะ จ่ะ นะ น้า น่ะ ๆ มาก มั่ก มากมาย เลย ด้วย จริง แอดมิน แอด พี่ น้อง คุณ ทุกคน you so very much alot admin โอเค โอเคร เค ok okay k รับทราบ ทราบแล้ว เรียบร้อย เรียบร้อยแล้ว ได้แล้ว ได้รับแล้ว เข้าแล้ว เงินเข้าแล้ว ยอดเข้าแล้ว ดี ดีใจ เยี่ยม 5 สวัสดี',
)
const THANKS_WORDS = [...THANKS, ...POLITE_WORDS]

/** True for texts of known words only, of which one expresses thanks. Other words or `?` may be a question. */
export function isThankYou(text: string): boolean {
  const sticker = MESSAGE_PLACEHOLDERS.sticker
  // A sticker has no text, but LINE describes it by keywords.
  if (text.startsWith(sticker))
    return text
      .slice(sticker.length)
      .split(',')
      .some((keyword) => isThankYou(keyword.trim()))
  if (text.length > MAX_LENGTH || /[?❓❔؟‽]/u.test(safeNfkc(text))) return false
  const letters = comparable(text)
  if (!THANKS.some((word) => letters.includes(word))) return false
  // Offsets up to which the text consists of known words.
  const reachedOffsets = new Set([0])
  for (const from of reachedOffsets) {
    for (const word of THANKS_WORDS)
      if (letters.startsWith(word, from)) reachedOffsets.add(from + word.length)
    // Accepts a repeated last letter, which adds emphasis.
    if (from > 0 && letters[from] === letters[from - 1]) reachedOffsets.add(from + 1)
  }
  return reachedOffsets.has(letters.length)
}

/** True when thanks is the only message since the last delivered reply, so the waiting time starts at this message. */
export function endsWithThankYou({ status, last_message, waiting_since }: Ticket): boolean {
  return (
    status === 'OPEN' &&
    last_message?.direction === 'IN' &&
    last_message.at === waiting_since &&
    isThankYou(last_message.text ?? '')
  )
}
