import { type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { MAX_EARLIER_USES } from '../media/media-row.ts'
import { findMessages, touchMessage } from '../messages/message.store.ts'
import { readChanged } from '../messages/message-events.ts'
import { type ClaimedMedia, lockTicketOf } from './media-fetch.store.ts'

/** Returns messages that were published without this earlier use of their image, because its content arrived later. */
export async function publishedTooEarly(db: Db, claim: ClaimedMedia): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const after = await tx.execute<{ message_id: string }>(laterUsesStatement(claim.id))
    if (after.rows.length === 0) return []
    const ids = after.rows.map(({ message_id }) => message_id)
    const messages = await findMessages(tx, [claim.message_id, ...ids])
    const own = messages.find(({ id }) => id === claim.message_id)
    if (own === undefined) return []
    return messages
      .filter(({ media }) => media?.seen_before?.ticket_id === own.ticket_id)
      .filter(({ media }) => media?.seen_before?.seq === own.seq)
      .map(({ id }) => id)
  })
}

export function laterUsesStatement(mediaId: string): SQL {
  return sql`
    select same.message_id from media md
    cross join lateral (
      select message_id from media
      where channel_key = md.channel_key and content_sha256 = md.content_sha256 and kind = 'image'
        and created_at >= md.created_at and id <> md.id and message_id is not null
      order by created_at limit ${MAX_EARLIER_USES}) same
    where md.id = ${mediaId}::uuid`
}

/** Publishes a message in its own transaction, so that no transaction locks two tickets. */
export function publishAgain(
  db: Db,
  messageId: string,
  mediaAddresses: MediaAddresses,
): Promise<DeskEvent[]> {
  return inTransaction(db, async (tx) => {
    const ticketId = await lockTicketOf(tx, messageId)
    await touchMessage(tx, messageId)
    return (await readChanged(tx, [ticketId], [messageId], { mediaAddresses })).events
  })
}
