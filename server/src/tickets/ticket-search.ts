import { type SQL, sql } from 'drizzle-orm'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { normalizeForSearch } from 'shared/contract/thai-text.ts'

/** Trigrams serve patterns from three letters on. */
const TRIGRAM_LENGTH = 3
/** A search of one or two letters looks through so many tickets from the beginning of the list, of each status. */
export const SEARCH_WINDOW = 2_000
/** Customers whose names match: no more than these, those who wrote last. Whoever looks for one of more types another letter. */
const MAX_CUSTOMERS = 200

/** `windowed`: no index narrows this, look through the first of the list. */
export interface TicketSearch {
  kind: 'indexed' | 'windowed'
  condition: SQL
}

/** A pattern that matches exactly this text: `%`, `_` and `\` stand for themselves. */
function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
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
export function ticketSearch(search: string | undefined): TicketSearch | null {
  const text = normalizeForSearch((search ?? '').replaceAll('\0', ''))
  if (text === '') return null
  const subjects = Object.values(ISSUE_TYPES).filter((subject) => normalizeForSearch(subject).includes(text))
  const range = idRange(text)
  const isId = range === null ? null : sql`t.id between ${range.from}::uuid and ${range.to}::uuid`
  const isNamed = sql`c2.name_norm like ${`%${likeLiteral(text)}%`}`

  if ([...text].length < TRIGRAM_LENGTH) {
    const ways = [sql`exists (select from customers c2 where c2.id = t.customer_id and ${isNamed})`]
    if (subjects.length > 0) ways.push(sql`t.subject = any(${sql.param(subjects)}::text[])`)
    if (isId !== null) ways.push(isId)
    return { kind: 'windowed', condition: sql`(${sql.join(ways, sql` or `)})` }
  }
  const named = sql`select c2.id from customers c2 where ${isNamed}
    order by c2.last_message_at desc nulls last limit ${MAX_CUSTOMERS}`
  if (subjects.length > 0) {
    const ways = [sql`t.customer_id in (${named})`, sql`t.subject = any(${sql.param(subjects)}::text[])`]
    if (isId !== null) ways.push(isId)
    return { kind: 'indexed', condition: sql`(${sql.join(ways, sql` or `)})` }
  }
  if (isId === null) return { kind: 'indexed', condition: sql`t.customer_id in (${named})` }
  return {
    kind: 'indexed',
    condition: sql`t.id in (select t2.id from tickets t2 where t2.customer_id in (${named})
      union select t.id from tickets t where ${isId})`,
  }
}
