import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

/** Stands in a suggestion for the customer's name. */
export const NAME_PLACEHOLDER = '{{ชื่อ}}'
const PLACEHOLDERS = /\{\{\s*ชื่อ\s*\}\}/g
/** Reads naturally behind `คุณ` and by itself. */
const UNKNOWN_NAME = 'ลูกค้า'

/** A suggestion's text as it goes to this customer: with the name, or `ลูกค้า` where none is known. */
export function fillName(text: string, { profile }: Pick<Ticket, 'profile'>): string {
  const name = profile.display_name.trim() || UNKNOWN_NAME
  return text.replace(PLACEHOLDERS, () => name)
}

/** Whatever looks as if it stood for something. */
const MEANT = /\{\{[^{}]{0,80}\}\}|\{{1,2}ชื่อ\}{1,2}/g

/** What stands in a text like a placeholder and is none, such as a slip of the pen: it would reach the customer as it is. */
export function unknownPlaceholder(text: string): string | null {
  return text.replace(PLACEHOLDERS, '').match(MEANT)?.[0] ?? null
}

export function textProblem(text: string): string | undefined {
  if (text.length > TEXT_MAX_UTF16) return 'ข้อความยาวเกินที่ LINE รับได้'
  const unknown = unknownPlaceholder(text)
  return unknown === null ? undefined : `ไม่รู้จัก ${unknown} ใช้ได้เฉพาะ ${NAME_PLACEHOLDER}`
}

/** What a suggestion is called: its text; of a picture the words that staff gave it. */
export function suggestionLabel({ text, image_url }: Suggestion): string {
  return text?.trim() || (image_url === null ? '' : 'รูปภาพ')
}
