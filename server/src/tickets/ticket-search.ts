import { type SQL, sql } from 'drizzle-orm'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { normalizeText, searchForms, textMatcher } from 'shared/contract/search-text.ts'
import { likeLiteral } from '../db/trigrams.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

const TRIGRAM_LENGTH = 3
/** Maximum number of tickets per status, from the top of the list, that a search of one or two characters reads. */
export const SEARCH_WINDOW = 2_000
/** Maximum number of customers with a matching name whose tickets are looked up. */
export const MAX_CUSTOMERS = 250
export const NAME_WINDOW = 500

/** Conditions of a ticket search, in which the tickets have the alias `t`. */
export interface TicketSearch {
  /** `windowed`: no index supports the search, so only the top of the list is read. */
  kind: 'indexed' | 'windowed'
  /** Condition for tickets; null when only customers' names are searched. */
  condition: SQL | null
  /** Customers whose name matches (id, last_message_at). Their tickets are found in addition to `condition`. */
  named?: SQL
}

export interface SearchedList {
  scope: ChannelScope
  /** Staff member whose tickets are searched. A staff member has few tickets, so all of them are read. */
  assigneeId: string | undefined
}

const LOWEST = '00000000-0000-0000-0000-000000000000'

/** Returns the range of ticket ids that begin with the text; null when the text cannot begin an id. */
function idRange(text: string): { from: string; to: string } | null {
  const prefix = /^#?([0-9a-f][0-9a-f-]{0,35})$/.exec(text)?.[1]
  if (prefix === undefined) return null
  const from = prefix + LOWEST.slice(prefix.length)
  const isShaped = [...from].every((letter, index) => (letter === '-') === (LOWEST[index] === '-'))
  return isShaped ? { from, to: prefix + LOWEST.replaceAll('0', 'f').slice(prefix.length) } : null
}

/** Returns the search's conditions. Names and ids have an index; a subject has none, since it matches many tickets. */
export function ticketSearch(search: string | undefined, list: SearchedList): TicketSearch | null {
  const typed = (search ?? '').replaceAll('\0', '')
  const forms = searchForms(typed)
  const [text] = forms
  if (text === undefined) return null
  const subjects = Object.values(ISSUE_TYPES).filter(textMatcher(typed))
  // The text is normalized as a text and not as a number, so that an id keeps its dashes.
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
  const anyOf = (ways: SQL[]) => sql`(${sql.join(ways, sql` or `)})`

  if ([...text].length < TRIGRAM_LENGTH) return { kind: 'windowed', condition: anyOf([hasName, ...others]) }
  if (list.assigneeId !== undefined) return { kind: 'indexed', condition: anyOf([hasName, ...others]) }
  const isInScope =
    list.scope.channels === 'all' ? sql`` : sql`and ${list.scope.condition(sql`c2.channel_key`)}`
  const named = sql`select c2.id, c2.last_message_at from customers c2 where ${isNamed} ${isInScope}`
  return { kind: 'indexed', condition: others.length > 0 ? anyOf(others) : null, named }
}
