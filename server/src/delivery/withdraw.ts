import { sql } from 'drizzle-orm'
import { UNKNOWN_DELIVERIES } from 'shared/contract/messages/delivery.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { touchMessage } from '../messages/message.store.ts'
import { known, readChanged } from '../messages/message-facts.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { lockVisibleTicket } from '../tickets/ticket.store.ts'
import { publishAll } from '../tickets/ticket-facts.ts'
import { noteFailedAnswer, recomputeWaitingSince } from './answers.store.ts'

/**
 * Takes an answer back, for everyone who may send: one that failed, which nobody sends again then, or one that waits and that no call
 * to LINE carries yet. One that may have arrived goes on saying so. Throws message_under_way for any other.
 */
export async function withdrawMessage(
  context: ServerContext,
  { scope }: SignedIn,
  ticketId: string,
  messageId: string,
): Promise<Message> {
  const { message, facts } = await inTransaction(context.db, async (tx) => {
    await lockVisibleTicket(tx, scope, ticketId)
    const before = await withdraw(tx, ticketId, messageId)
    if (before === 'queued') {
      await noteFailedAnswer(tx, messageId, { at: context.now(), errorCode: 'withdrawn' })
      await recomputeWaitingSince(tx, ticketId)
    }
    await touchMessage(tx, messageId)
    const changed = await readChanged(tx, [ticketId], [messageId], {
      mediaAddresses: context.mediaAddresses,
      reasonOf: () => (before === 'queued' ? 'answer_failed' : undefined),
    })
    return { message: known(changed.messages, messageId), facts: changed.facts }
  })
  publishAll(context.bus, facts)
  // Those behind it need not wait for it any more.
  context.bus.publish({ kind: 'outbox', ticketId })
  return message
}

/** Under the ticket's lock; answers in which state the message was. */
async function withdraw(tx: Tx, ticketId: string, messageId: string): Promise<'queued' | 'failed'> {
  const found = await tx.execute<{ state: 'queued' | 'failed' }>(sql`
    with before as (
      select d.message_id, d.state from deliveries d
      where d.message_id = ${messageId}::uuid and d.ticket_id = ${ticketId}::uuid
        and (d.state = 'failed' and not exists (select 1 from messages again where again.retry_of = d.message_id)
          or d.state = 'queued' and d.send_id is null and d.first_called_at is null)
      for update of d)
    update deliveries d set state = 'failed', leased_until = null, error_code = case
      when d.error_code = any(${sql.param(UNKNOWN_DELIVERIES)}::text[]) then 'withdrawn_unknown'
      when d.error_code like 'withdrawn%' then d.error_code else 'withdrawn' end
    from before where d.message_id = before.message_id
    returning before.state`)
  const [row] = found.rows
  if (row === undefined) throw new DeskError('message_under_way')
  return row.state
}
