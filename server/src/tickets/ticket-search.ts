import { type SQL, sql } from 'drizzle-orm'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { normalizeText, searchForms, textMatcher } from 'shared/contract/search-text.ts'
import { likeLiteral } from '../db/trigrams.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

const TRIGRAM_LENGTH = 3
/** Searches of one or two characters scan at most this many tickets of each status, from the top of the list. */
export const SEARCH_WINDOW = 2_000
/** A more common name is also searched at the top of the list: other customers with it may have written later. */
export const MAX_CUSTOMERS = 250
export const NAME_WINDOW = 500

/** Conditions use the ticket alias `t`. */
export interface TicketSearch {
  /** `windowed`: no index serves this search, so the top of the list is scanned. */
  kind: 'indexed' | 'windowed'
  /** Null when only `named` applies. */
  condition: SQL | null
  /** Customers whose names match (id, last_message_at); their tickets are found in addition to those of `condition`. */
  named?: SQL
}

export interface SearchedList {
  scope: ChannelScope
  /** Staff member whose tickets are searched; these are few, so all of them are scanned. */
  assigneeId: string | undefined
}

const LOWEST = '00000000-0000-0000-0000-000000000000'

/** Range for a primary-key scan. Null when the text is not a prefix of an id. */
function idRange(text: string): { from: string; to: string } | null {
  const prefix = /^#?([0-9a-f][0-9a-f-]{0,35})$/.exec(text)?.[1]
  if (prefix === undefined) return null
  const from = prefix + LOWEST.slice(prefix.length)
  const isShaped = [...from].every((letter, index) => (letter === '-') === (LOWEST[index] === '-'))
  return isShaped ? { from, to: prefix + LOWEST.replaceAll('0', 'f').slice(prefix.length) } : null
}

/** Selective conditions use their own index; a subject matches so many tickets that it is filtered along the list. */
export function ticketSearch(search: string | undefined, list: SearchedList): TicketSearch | null {
  const typed = (search ?? '').replaceAll('\0', '')
  const forms = searchForms(typed)
  const [text] = forms
  if (text === undefined) return null
  const subjects = Object.values(ISSUE_TYPES).filter(textMatcher(typed))
  // Normalizes the text as a text and not as a number, so that the dashes of an id are retained.
  const range = idRange(normalizeText(typed))
  const isId = range === null ? null : sql`t.id between ${range.from}::uuid and ${range.to}::uuid`
  const isNamed = sql`(${sql.join(
    forms.map((form) => sql`c2.name_norm like ${`%${likeLiteral(form)}%`}`),
    sql` or `,
  )})`
  const hasName = sql`exists (select from customers c2 where c2.id = t.customer_id and ${isNamed})`
  const others: SQL[] = []
  if (subjects.length > 0) others.push(sql`t.subject = any(${sql.param(subjects)}::text[])`)
  if (isId !== null) others.push(isId)
  const either = (ways: SQL[]) => sql`(${sql.join(ways, sql` or `)})`

  if ([...text].length < TRIGRAM_LENGTH) return { kind: 'windowed', condition: either([hasName, ...others]) }
  if (list.assigneeId !== undefined) return { kind: 'indexed', condition: either([hasName, ...others]) }
  const isInScope =
    list.scope.channels === 'all' ? sql`` : sql`and ${list.scope.condition(sql`c2.channel_key`)}`
  const named = sql`select c2.id, c2.last_message_at from customers c2 where ${isNamed} ${isInScope}`
  return { kind: 'indexed', condition: others.length > 0 ? either(others) : null, named }
}
