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

/** What a suggestion is called: its text; of a picture the words that staff gave it. */
export function suggestionLabel({ text, image_url }: Suggestion): string {
  return text?.trim() || (image_url === null ? '' : 'รูปภาพ')
}
