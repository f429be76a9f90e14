import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import { safeNfkc } from 'shared/contract/safe-normalize.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

const MAX_LENGTH = 120

/** Text as it is compared: letters, marks and digits alone. */
function comparable(text: string): string {
  return safeNfkc(text)
    .toLowerCase()
    .replaceAll('เเ', 'แ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

const wordsOf = (text: string) => text.split(' ').map(comparable)

const THANKS = wordsOf(
  'ขอบคุณ ขอบคุน ขอบคุร ขอบใจ ขอบพระคุณ ขอบคุณพระคุณ แต๊งกิ้ว แต้งกิ้ว แต๊ง แต้ง แทงกิ้ว thankyou thanks thank thx tks thankq tq ty',
)
/** What stands around thanks and asks for nothing. */
const POLITE = wordsOf(
  'ค่ะ คะ ค่า คับ ครับ ครับผม คร้าบ ครัช งับ จ้า จ้ะ จ๊ะ จ่ะ นะ น้า น่ะ ๆ มาก มั่ก มากมาย เลย ด้วย จริง แอดมิน แอด พี่ น้อง คุณ ทุกคน you so very much alot admin โอเค โอเคร เค ok okay k รับทราบ ทราบแล้ว เรียบร้อย เรียบร้อยแล้ว ได้แล้ว ได้รับแล้ว เข้าแล้ว เงินเข้าแล้ว ยอดเข้าแล้ว ดี ดีใจ เยี่ยม 5 สวัสดี',
)
const WORDS = [...THANKS, ...POLITE]

/**
 * Whether a text says nothing but thanks, in Thai or English: it is made of known words alone, one of which is thanks. A word that is
 * not known may be a question, and so may a question mark.
 */
export function isOnlyThanks(text: string): boolean {
  const sticker = MESSAGE_PLACEHOLDERS.sticker
  // Of a sticker LINE tells by keywords what it says.
  if (text.startsWith(sticker))
    return text
      .slice(sticker.length)
      .split(',')
      .some((keyword) => isOnlyThanks(keyword.trim()))
  if (text.length > MAX_LENGTH || /[?❓❔؟‽]/u.test(safeNfkc(text))) return false
  const letters = comparable(text)
  if (!THANKS.some((word) => letters.includes(word))) return false
  // How far known words reach, from the beginning on.
  const reached = new Set([0])
  for (const from of reached) {
    for (const word of WORDS) if (letters.startsWith(word, from)) reached.add(from + word.length)
    // A letter held down.
    if (from > 0 && letters[from] === letters[from - 1]) reached.add(from + 1)
  }
  return reached.has(letters.length)
}

/**
 * Whether the customer has written nothing but thanks since the last answer that arrived, or since the case was opened: then it may be
 * closed at once. They wait since that very message.
 */
export function isThankedFor({ status, last_message, waiting_since }: Ticket): boolean {
  return (
    status === 'OPEN' &&
    last_message?.direction === 'IN' &&
    last_message.at === waiting_since &&
    isOnlyThanks(last_message.text ?? '')
  )
}
