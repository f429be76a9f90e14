import { type SQL, sql } from 'drizzle-orm'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { normalizeText, searchForms, textMatcher } from 'shared/contract/thai-text.ts'
import { likeLiteral } from '../db/trigrams.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

/** Trigrams serve patterns from three letters on. */
const TRIGRAM_LENGTH = 3
/** A search of one or two letters looks through so many tickets from the beginning of the list, of each status. */
export const SEARCH_WINDOW = 2_000
/**
 * So many customers whose names match are looked up, those who wrote last. A name that more of them have is looked for in the first
 * of the list as well, so that no page is empty because others who are called so wrote later.
 */
export const MAX_CUSTOMERS = 250
/** So many tickets of each status from the beginning of the list. */
export const NAME_WINDOW = 500

/** What to look for; the conditions are of a ticket `t`. */
export interface TicketSearch {
  /** `windowed`: no index narrows this, look through the first of the list. */
  kind: 'indexed' | 'windowed'
  /** Null: `named` alone. */
  condition: SQL | null
  /** Customers whose names match (id, last_message_at): the tickets of those who wrote last are found as well as those of the condition. */
  named?: SQL
}

/** What the list is narrowed to that bears on how to search it. */
export interface SearchedList {
  scope: ChannelScope
  /** One person's tickets: so few that all of them are looked through. */
  assigneeId: string | undefined
}

const LOWEST = '00000000-0000-0000-0000-000000000000'

/** The ids that begin like this, between which the primary key can be read; null when no id does. */
function idRange(text: string): { from: string; to: string } | null {
  const prefix = /^#?([0-9a-f][0-9a-f-]{0,35})$/.exec(text)?.[1]
  if (prefix === undefined) return null
  const from = prefix + LOWEST.slice(prefix.length)
  const isShaped = [...from].every((letter, place) => (letter === '-') === (LOWEST[place] === '-'))
  return isShaped ? { from, to: prefix + LOWEST.replaceAll('0', 'f').slice(prefix.length) } : null
}

/**
 * Tickets (alias `t`) whose customer's name or subject contains the text, or whose id begins with it; case does not matter.
 * Null when there is nothing to look for. What narrows well is looked up by its own index; a subject matches so much of the table
 * that it is filtered along the order of the list, which finds a page soon.
 */
export function ticketSearch(search: string | undefined, list: SearchedList): TicketSearch | null {
  const typed = (search ?? '').replaceAll('\0', '')
  const forms = searchForms(typed)
  const [text] = forms
  if (text === undefined) return null
  const subjects = Object.values(ISSUE_TYPES).filter(textMatcher(typed))
  // An id is not a number: its dashes remain.
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
