import { type SQL, sql } from 'drizzle-orm'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { normalizeForSearch } from 'shared/contract/thai-text.ts'

/** Trigrams serve patterns from three letters on. */
const TRIGRAM_LENGTH = 3

/** A pattern that matches exactly this text: `%`, `_` and `\` stand for themselves. */
function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Tickets (alias `t`) whose customer's name or subject contains the text, or whose id begins with it; case does not matter.
 * Null when there is nothing to look for. What narrows well is looked up by its own index; what matches much of the table
 * (a subject, one or two letters) is filtered along the order of the list, which finds a page soon.
 */
export function searchCondition(search: string | undefined): SQL | null {
  const text = normalizeForSearch((search ?? '').replaceAll('\0', ''))
  if (text === '') return null
  const subjects = Object.values(ISSUE_TYPES).filter((subject) => normalizeForSearch(subject).includes(text))
  const idPrefix = /^#?([0-9a-f][0-9a-f-]{0,35})$/.exec(text)?.[1]

  const namePattern = `%${likeLiteral(text)}%`
  const byName = sql`select c2.id from customers c2 where c2.name_norm like ${namePattern}`
  const byId = (id: SQL) => (idPrefix === undefined ? null : sql`${id}::text like ${`${idPrefix}%`}`)

  if (subjects.length === 0 && [...text].length >= TRIGRAM_LENGTH) {
    const idMatch = byId(sql`t3.id`)
    if (idMatch === null) return sql`t.customer_id in (${byName})`
    return sql`t.id in (select t2.id from tickets t2 where t2.customer_id in (${byName})
      union select t3.id from tickets t3 where ${idMatch})`
  }
  const ways: SQL[] = [sql`t.customer_id in (${byName})`]
  if (subjects.length > 0) ways.push(sql`t.subject = any(${sql.param(subjects)}::text[])`)
  const idMatch = byId(sql`t.id`)
  if (idMatch !== null) ways.push(idMatch)
  return sql`(${sql.join(ways, sql` or `)})`
}
