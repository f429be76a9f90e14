import { asRaw, firstText, type Raw } from 'shared/contract/variants.ts'
import type { Tx } from '../db/client.ts'
import { messageOf } from '../messages/message-row.ts'
import { findMessage } from '../messages/store.ts'
import { ticketFact } from '../tickets/publish.ts'
import { findTicket } from '../tickets/store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { type Applied, applyMessage, NOTHING } from './apply-message.ts'
import { saveFriendship } from './customer.store.ts'
import { type CustomerKey, forgetMessageBody } from './event.store.ts'
import { eventTime } from './incoming-event.ts'
import { unsendMessage } from './ticket.store.ts'

type Apply = (tx: Tx, key: CustomerKey, event: Raw, now: Date) => Promise<Applied>

/** What each type of event does. Types that are not here change nothing: LINE sends more than a desk needs. */
const EFFECTS: Record<string, Apply> = {
  message: applyMessage,
  unsend: applyUnsend,
  follow: (tx, key, _event, now) => applyFriendship(tx, key, true, now),
  unfollow: (tx, key, _event, now) => applyFriendship(tx, key, false, now),
}

/** Applies one event in the caller's transaction, which also holds the lock of the customer's events. Null: nothing to apply. */
export async function applyEvent(
  tx: Tx,
  key: CustomerKey,
  event: { type: string; body: Raw },
  now: Date,
): Promise<Applied | null> {
  const apply = Object.hasOwn(EFFECTS, event.type) ? EFFECTS[event.type] : undefined
  return apply ? apply(tx, key, event.body, now) : null
}

/** Takes a message back. One that has not come yet is taken back when it comes (`applyMessage`). */
async function applyUnsend(tx: Tx, key: CustomerKey, event: Raw, now: Date): Promise<Applied> {
  const lineMessageId = firstText(asRaw(event.unsend), 'messageId')
  if (lineMessageId === undefined) return NOTHING
  await forgetMessageBody(tx, key.channelKey, lineMessageId)
  const at = eventTime(event, now)
  const unsent = await unsendMessage(tx, { channelKey: key.channelKey, lineMessageId, at })
  if (unsent === undefined) return NOTHING
  const [message, ticket] = [await findMessage(tx, unsent.id), await findTicket(tx, unsent.ticketId, null)]
  if (message === undefined || ticket === undefined) return NOTHING
  const fact = ticketFact(ticketOf(ticket), undefined, [{ type: 'message', data: messageOf(message) }])
  return { facts: [fact], profileOf: null }
}

async function applyFriendship(tx: Tx, key: CustomerKey, isFriend: boolean, now: Date): Promise<Applied> {
  const customer = await saveFriendship(tx, key, isFriend, now)
  return { facts: [], profileOf: isFriend && customer?.profile_due ? customer.id : null }
}
