import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { VisibleTicket } from '../tickets/ticket.store.ts'

const MAX_READ = 40
const MAX_MESSAGES = 5
/** Maximum length of all returned texts together, in UTF-16 code units. */
const MAX_LENGTH = 1_000

/** Returns the customer's texts since the last staff reply or, if there are none, the texts before it. Oldest first. */
export async function readLastTexts(db: Db, ticket: VisibleTicket): Promise<string[]> {
  const found = await db.execute<{ direction: 'IN' | 'OUT'; text: string | null }>(sql`
    select direction,
      case when unsent_at is null and coalesce(kind, message_type) = 'text' then text end as text
    from messages where ticket_id = ${ticket.id}::uuid order by seq desc limit ${MAX_READ}`)
  const words: string[] = []
  let length = 0
  for (const { direction, text } of found.rows) {
    if (direction === 'OUT' && words.length > 0) break
    if (direction === 'OUT' || text === null || text.trim() === '') continue
    const cut = text.trim().slice(0, MAX_LENGTH - length)
    words.push(cut.isWellFormed() ? cut : cut.slice(0, -1))
    length += cut.length
    if (words.length === MAX_MESSAGES || length >= MAX_LENGTH) break
  }
  return words.reverse()
}
