import { sql } from 'drizzle-orm'
import { MAX_LISTED_MENTIONS } from 'shared/contract/constants.ts'
import type { Mention } from 'shared/contract/notes/note.ts'
import type { Db, Tx } from '../db/client.ts'
import type { ServerContext } from '../server-context.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { mayWorkIn } from '../staff/staff.store.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import type { VisibleTicket } from '../tickets/ticket.store.ts'
import { customerName } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'

export const MENTION_CHANNEL = 'desk_mentions'

/** Maximum length in code points of the note text that a mention shows. */
const TEXT_LENGTH = 300

type MentionRow = Omit<Mention, 'customer' | 'at'> & {
  named_id: string
  customer_name: string | null
  customer_line_id: string
  at: string | Date
  total: number
}

/** SQL for unseen mentions (alias `m`) in notes that are not deleted; callers append conditions. */
const MENTIONS = sql`
  select n.id, n.ticket_id, t.channel_key, m.staff_id as named_id, c.display_name as customer_name,
    c.line_user_id as customer_line_id, ${staffMemberJson('s')} as staff, left(n.text, ${TEXT_LENGTH}) as text, n.after_seq, m.created_at as at,
    count(*) over ()::int as total
  from mentions m
  join internal_notes n on n.id = m.note_id and n.deleted_at is null
  join tickets t on t.id = n.ticket_id
  join customers c on c.id = t.customer_id
  join staff s on s.id = n.staff_id
  where m.seen_at is null`

const mentionOf = (row: MentionRow): Mention => ({
  id: row.id,
  ticket_id: row.ticket_id,
  channel_key: row.channel_key,
  customer: customerName(row.customer_name, row.customer_line_id),
  staff: row.staff,
  text: row.text,
  after_seq: row.after_seq,
  at: iso(row.at),
})

export async function listUnseen(
  db: Db,
  staffId: string,
  scope: ChannelScope,
): Promise<{ items: Mention[]; total: number }> {
  const found = await db.execute<MentionRow>(sql`
    ${MENTIONS} and m.staff_id = ${staffId}::uuid and ${scope.condition(sql`t.channel_key`)}
    order by m.created_at desc, m.note_id desc limit ${MAX_LISTED_MENTIONS}`)
  return { items: found.rows.map(mentionOf), total: found.rows[0]?.total ?? 0 }
}

/** Marks a staff member's mentions as seen: in a ticket, in the given notes, or, without both, everywhere. */
export async function markSeen(
  db: Db,
  staffId: string,
  { ticketId, noteIds, now }: { ticketId?: string | undefined; noteIds?: string[] | undefined; now: Date },
): Promise<void> {
  await db.execute(sql`
    update mentions set seen_at = ${now.toISOString()}::timestamptz where staff_id = ${staffId}::uuid and seen_at is null
      and ${ticketId === undefined ? sql`true` : sql`ticket_id = ${ticketId}::uuid`}
      and ${noteIds === undefined ? sql`true` : sql`note_id = any(${sql.param(noteIds)}::uuid[])`}`)
}

/** Notifies staff who are newly mentioned, and staff whose unseen mention in this note shows an outdated text. */
export async function nameInNote(
  tx: Tx,
  ticket: VisibleTicket,
  note: { id: string; staffId: string },
  staffIds: readonly string[],
  now: Date,
): Promise<void> {
  const wanted = sql.param([...new Set(staffIds)])
  // Selects rows as they were before this SQL statement, so deleted rows are included.
  const previouslyWaiting = await tx.execute<{ staff_id: string }>(sql`
    with gone as (delete from mentions where note_id = ${note.id}::uuid and staff_id <> all(${wanted}::uuid[]))
    select staff_id from mentions where note_id = ${note.id}::uuid and seen_at is null`)
  const named = await tx.execute<{ staff_id: string }>(sql`
    insert into mentions (note_id, staff_id, ticket_id, created_at)
    select n.id, staff.id, n.ticket_id, ${now.toISOString()}::timestamptz from internal_notes n, staff
    where n.id = ${note.id}::uuid and staff.id = any(${wanted}::uuid[]) and staff.id <> ${note.staffId}::uuid
      and ${mayWorkIn(ticket.head.channel_key)}
    on conflict do nothing returning staff_id`)
  if (named.rows.length + previouslyWaiting.rows.length === 0) return
  const notification: MentionNotification = {
    noteId: note.id,
    staffIds: named.rows.map(({ staff_id }) => staff_id),
    changedFor: previouslyWaiting.rows.map(({ staff_id }) => staff_id),
    channelKey: ticket.head.channel_key,
  }
  await tx.execute(sql`select pg_notify(${MENTION_CHANNEL}, ${JSON.stringify(notification)})`)
}

export function handleMentions(context: ServerContext): (payload: string) => void {
  return (payload) => {
    publishMentionsChanged(context, payload).catch((error) =>
      context.availability.warn(
        error,
        'staff mentioned in a note could not be notified; they see it at their next visit',
      ),
    )
  }
}

interface MentionNotification {
  noteId: string
  staffIds: string[]
  changedFor: string[]
  channelKey: string
}

async function publishMentionsChanged({ db, bus }: ServerContext, payload: string): Promise<void> {
  const { noteId, staffIds, changedFor, channelKey } = JSON.parse(payload) as MentionNotification
  if (changedFor.length > 0) bus.publish({ kind: 'mentions_update', staffIds: changedFor, channelKey })
  if (staffIds.length === 0) return
  const found = await db.execute<MentionRow>(
    sql`${MENTIONS} and m.note_id = ${noteId}::uuid and m.staff_id = any(${sql.param(staffIds)}::uuid[])`,
  )
  for (const row of found.rows)
    bus.publish({ kind: 'mention', staffId: row.named_id, mention: mentionOf(row) })
}
