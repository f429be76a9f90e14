import { type SQL, sql } from 'drizzle-orm'
import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Db, Tx } from '../db/client.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import type { VisibleTicket } from './ticket.store.ts'
import { iso } from './ticket-row.ts'

interface LineRow extends Record<string, unknown> {
  id: string
  ticket_id: string
  kind: string
  after_seq: number
  revision: number
  at: string | Date
  staff: StaffMember | null
  from: StaffMember | null
  to: StaffMember | null
  text: string | null
}

/** Events of tickets (alias `e`) that are lines; add conditions behind it. */
const LINES = sql`
  select e.id, e.ticket_id, e.kind, e.after_seq, e.revision, e.at, e.data ->> 'reason' as text,
    ${staffMemberJson('s')} as staff, ${staffMemberJson('f')} as "from", ${staffMemberJson('r')} as "to"
  from ticket_events e
  left join staff s on s.id = e.staff_id
  left join staff f on f.id = (e.data ->> 'from')::uuid
  left join staff r on r.id = (e.data ->> 'to')::uuid
  where e.revision is not null`

/** The one way from a row to what the contract calls a line. */
const lineOf = (row: LineRow): ConversationLine => ({ ...row, id: String(row.id), at: iso(row.at) })

export async function findLine(tx: Tx, id: number): Promise<ConversationLine> {
  const found = await tx.execute<LineRow>(sql`${LINES} and e.id = ${id}`)
  const [row] = found.rows
  if (row === undefined) throw new Error('a line just written cannot be read')
  return lineOf(row)
}

/** Which lines of a conversation. */
export type LineRange =
  /** Those that came after one revision, up to another, the first of them first. */
  | { afterRevision: number; upToRevision: number }
  /** Those behind messages from one seq to another, the newest. */
  | { fromSeq: number; toSeq: number }

export async function readLines(
  db: Db,
  ticket: VisibleTicket,
  range: LineRange,
  limit: number,
): Promise<ConversationLine[]> {
  const within: SQL =
    'fromSeq' in range
      ? sql`e.after_seq between ${range.fromSeq}::bigint and ${range.toSeq}::bigint order by e.revision desc, e.id desc`
      : sql`e.revision > ${range.afterRevision}::bigint and e.revision <= ${range.upToRevision}::bigint order by e.revision`
  const found = await db.execute<LineRow>(
    sql`${LINES} and e.ticket_id = ${ticket.id}::uuid and ${within} limit ${limit}`,
  )
  return found.rows.map(lineOf)
}
