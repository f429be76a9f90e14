import { isWithdrawn } from 'shared/contract/messages/delivery.ts'
import type { listMessages as listCall } from 'shared/contract/messages/list-messages.call.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { SendBody } from 'shared/contract/messages/send-message.call.ts'
import type * as z from 'zod'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findTicket, findVisibleTicket, lockVisibleTicket } from '../tickets/ticket.store.ts'
import { ticketFact } from '../tickets/ticket-facts.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { appendMessage, queueDelivery } from './append-message.store.ts'
import { findByClientId, findMessage, findRetryOf, readMessages, touchMessage } from './message.store.ts'
import { isUndelivered, type MessageRow, messageOf } from './message-row.ts'

/** A page of a ticket's messages in the order of seq: the newest, those before one, or those that came after one. */
export async function listMessages(
  context: ServerContext,
  signedIn: SignedIn,
  ticketId: string,
  query: z.output<typeof listCall.query>,
): Promise<{ items: Message[]; has_more: boolean }> {
  const ticket = await findVisibleTicket(context.db, signedIn.scope, ticketId)
  const { rows, hasMore } = await readMessages(context.db, ticket, {
    after: query.after_seq,
    before: query.before_seq,
    afterRevision: query.after_revision,
    limit: query.limit,
  })
  return { items: rows.map((row) => messageOf(row, context.mediaAddresses)), has_more: hasMore }
}

/**
 * Sends to the customer, for everyone with a right to the channel: a colleague may help out, and a ticket need not be accepted
 * first. Message and outbox row are one transaction. The same client_message_id again answers the first message, also after the
 * ticket was closed; so does the same retry_of, whoever asks: of one that did not arrive there is one repetition.
 */
export async function sendMessage(
  context: ServerContext,
  signedIn: SignedIn,
  ticketId: string,
  body: SendBody,
): Promise<Message> {
  const sent = await inTransaction(context.db, (tx) => storeOnce(tx, context, signedIn, ticketId, body))
  if (sent.ticket !== null) {
    context.bus.publish(ticketFact(sent.ticket, { messages: sent.changed }))
    context.bus.publish({ kind: 'outbox', ticketId })
  }
  return sent.message
}

async function storeOnce(
  tx: Tx,
  { now: clock, mediaAddresses, config }: ServerContext,
  signedIn: SignedIn,
  ticketId: string,
  body: SendBody,
) {
  const now = clock()
  const shown = (row: MessageRow) => messageOf(row, mediaAddresses)
  const { id: staffId } = signedIn.staff
  const { head } = await lockVisibleTicket(tx, signedIn.scope, ticketId)
  const toBlocked = head.friendship === 'blocked'
  const clientMessageId = body.client_message_id ?? null
  if (clientMessageId !== null) {
    const earlier = await findByClientId(tx, ticketId, clientMessageId)
    if (earlier !== undefined) return { message: shown(earlier), ticket: null, changed: [] }
  }
  const retryOf = body.retry_of ?? null
  if (retryOf !== null) {
    const earlier = await findRetryOf(tx, ticketId, retryOf)
    if (earlier !== undefined) return { message: shown(earlier), ticket: null, changed: [] }
    const failed = await findMessage(tx, retryOf)
    if (failed?.ticket_id !== ticketId || !isUndelivered(failed) || isWithdrawn(failed.delivery_error))
      throw new DeskError('not_failed')
  }
  if (head.status !== 'OPEN') throw new DeskError('ticket_closed')
  if (head.channel_removed) throw new DeskError('channel_removed')
  if (head.is_standby) throw new DeskError('line_standby')
  const appended = await appendMessage(
    tx,
    {
      ticketId,
      direction: 'OUT',
      isAnswer: !toBlocked,
      messageType: body.type,
      text: body.type === 'text' ? body.text : null,
      // In full: a server of the release before sends it as it stands.
      imageUrl: body.type === 'image' ? inFull(body.image_url, config.publicUrl) : null,
      clientMessageId,
      retryOf,
      senderStaffId: staffId,
      eventTime: now,
    },
    now,
  )
  if (appended === undefined) throw new DeskError('ticket_closed')
  const { id: messageId, seq } = appended
  await queueDelivery(tx, {
    messageId,
    ticketId,
    customerId: head.customer_id,
    channelKey: head.channel_key,
    seq,
    toBlocked,
  })
  const message = await findMessage(tx, appended.id)
  const replaced = retryOf === null ? undefined : await touchMessage(tx, retryOf)
  const ticket = await findTicket(tx, ticketId)
  if (message === undefined || ticket === undefined) throw new Error('a message just stored cannot be read')
  // In the order of their revisions.
  const changed = [message, ...(replaced === undefined ? [] : [replaced])].map(shown)
  return { message: shown(message), ticket: ticketOf(ticket), changed }
}

const inFull = (link: string, publicUrl: string) => (link.startsWith('/') ? publicUrl + link : link)
