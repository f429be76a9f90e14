import { isUndelivered, isWithdrawn } from 'shared/contract/messages/delivery.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { SendBody, SentMessages } from 'shared/contract/messages/send-message.call.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { recordUses } from '../suggestions/suggestion-use.store.ts'
import { lockVisibleTicket } from '../tickets/ticket.store.ts'
import { publishAll } from '../tickets/ticket-update-event.ts'
import { appendMessage, queueDelivery } from './append-message.store.ts'
import { findByClientId, findMessage, findRetryOf, touchMessage } from './message.store.ts'
import { readChanged, requireValue } from './message-events.ts'
import { messageOf } from './message-of-row.ts'

/**
 * Sends a message, even in a ticket that nobody has accepted. One transaction, so that images sent together become one
 * request to LINE. A repeated `client_message_id` returns the first message, even after the ticket was closed; so does
 * a repeated `retry_of` of any staff member, because a failed message has only one retry.
 */
export async function sendMessage(
  context: ServerContext,
  signedIn: SignedIn,
  ticketId: string,
  body: SendBody,
): Promise<SentMessages> {
  const together = body.type === 'image' ? (body.together ?? []) : []
  const images = together.map((image): SendBody => ({ type: 'image', ...image }))
  const stored = await inTransaction(context.db, async (tx) => {
    const first = await storeOnce(tx, context, signedIn, ticketId, body)
    const others: Stored[] = []
    for (const image of images) others.push(await storeOnce(tx, context, signedIn, ticketId, image))
    return { first, others }
  })
  const events = [stored.first, ...stored.others].flatMap((each) => each.events)
  publishAll(context.bus, events)
  if (events.length > 0) context.bus.publish({ kind: 'outbox', ticketId })
  const { message } = stored.first
  return images.length === 0 ? message : { ...message, together: stored.others.map((each) => each.message) }
}

/** A stored message with the events to publish; no events when the message was stored before. */
interface Stored {
  message: Message
  events: DeskEvent[]
}

async function storeOnce(
  tx: Tx,
  { now: clock, mediaAddresses, config }: ServerContext,
  signedIn: SignedIn,
  ticketId: string,
  body: SendBody,
): Promise<Stored> {
  const now = clock()
  const { id: staffId } = signedIn.staff
  const { head } = await lockVisibleTicket(tx, signedIn.scope, ticketId)
  const isBlocked = head.friendship === 'blocked'
  const clientMessageId = body.client_message_id ?? null
  if (clientMessageId !== null) {
    const earlier = await findByClientId(tx, ticketId, clientMessageId)
    if (earlier !== undefined) return { message: messageOf(earlier, mediaAddresses), events: [] }
  }
  const retryOf = body.retry_of ?? null
  if (retryOf !== null) {
    const earlier = await findRetryOf(tx, ticketId, retryOf)
    if (earlier !== undefined) return { message: messageOf(earlier, mediaAddresses), events: [] }
    const found = await findMessage(tx, retryOf)
    const failed = found && messageOf(found, mediaAddresses)
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
      countsAsReply: !isBlocked,
      messageType: body.type,
      text: body.type === 'text' ? body.text : null,
      // Stores an absolute URL, because LINE cannot fetch an image by a path of this server.
      imageUrl: body.type === 'image' ? absoluteImageUrl(body.image_url, config.publicUrl) : null,
      clientMessageId,
      retryOf,
      senderStaffId: staffId,
      eventTime: now,
    },
    now,
  )
  if (appended === undefined) throw new DeskError('ticket_closed')
  const { id: messageId, seq } = appended
  await recordUses(tx, {
    id: messageId,
    channelKey: head.channel_key,
    suggestionIds: body.suggestion_ids ?? [],
  })
  await queueDelivery(tx, {
    messageId,
    ticketId,
    customerId: head.customer_id,
    channelKey: head.channel_key,
    seq,
    toBlocked: isBlocked,
  })
  if (retryOf !== null) await touchMessage(tx, retryOf)
  const changed = retryOf === null ? [messageId] : [messageId, retryOf]
  const { messages, events } = await readChanged(tx, [ticketId], changed, { mediaAddresses })
  return { message: requireValue(messages, messageId), events }
}

const absoluteImageUrl = (link: string, publicUrl: string) => (link.startsWith('/') ? publicUrl + link : link)
