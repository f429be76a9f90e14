import type { Message } from 'shared/contract/messages/message.ts'
import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { findMessage } from '../messages/message.store.ts'
import { messageOf } from '../messages/message-of-row.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { lockVisibleTicket } from '../tickets/ticket.store.ts'
import { makeDueNow } from './waiting-for-line.store.ts'

/** Makes a queued message and earlier ones of the customer due. Throws 409 when the message is not queued. */
export async function sendNow(
  context: ServerContext,
  { scope }: SignedIn,
  ticketId: string,
  messageId: string,
): Promise<Message> {
  const { row, channelKey } = await inTransaction(context.db, async (tx) => {
    await lockVisibleTicket(tx, scope, ticketId)
    const channelKey = await makeDueNow(tx, ticketId, messageId)
    return { row: await findMessage(tx, messageId), channelKey }
  })
  if (row?.ticket_id !== ticketId) throw new DeskError('message_not_queued')
  if (channelKey === undefined && row.delivery_state !== 'sent') throw new DeskError('message_not_queued')
  if (channelKey !== undefined) context.bus.publish({ kind: 'outbox', ticketId, retryChannel: channelKey })
  return messageOf(row, context.mediaAddresses)
}
