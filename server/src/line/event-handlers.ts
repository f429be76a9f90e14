import { asRaw, firstText } from 'shared/contract/raw-json.ts'
import type { Friendship } from 'shared/contract/tickets/ticket.ts'
import { findTicketPostback, ticketPostbacksOf } from '../channels/ticket-postbacks.ts'
import type { Tx } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import { readPostback } from '../messages/line-message-content.ts'
import { storedEventsAmong, unsendMessage } from '../messages/message.store.ts'
import { readChanged } from '../messages/message-events.ts'
import { findTicket, lockOpenTickets } from '../tickets/ticket.store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { ticketUpdateEvent } from '../tickets/ticket-update-event.ts'
import {
  type Applied,
  type ApplyContext,
  type ApplyingEvent,
  applyMessages,
  joinOpenTickets,
  joinTickets,
  touchQuoting,
} from './apply-customer-messages.ts'
import { lockCustomer, saveFriendship, saveMode, upsertWriters } from './customer.store.ts'
import { type CustomerKey, forgetMessageBody, type PendingEvent } from './inbox.store.ts'
import { eventTime, modeOf } from './parse-webhook.ts'

const NO_EFFECTS: Applied = { events: [], profilesOf: [] }

interface Applying extends ApplyingEvent {
  tx: Tx
  key: CustomerKey
  context: ApplyContext
}

const EFFECTS: Record<string, (event: Applying) => Promise<Applied>> = {
  message: (event) => applyMessages(event.tx, event.key.channelKey, [event], event.context),
  postback: applyPostback,
  unsend: applyUnsend,
  follow: (event) => applyFriendship(event, 'friend'),
  unfollow: (event) => applyFriendship(event, 'blocked'),
}

export function applyingEvent(event: PendingEvent, now: Date): ApplyingEvent {
  const { webhook_event_id: eventId, user_id: userId, body } = event
  return { eventId, userId, body, at: eventTime(body, now), receivedAt: new Date(event.received_at) }
}

/** Returns null for event types without effect. The caller's transaction holds the lock of the customer's events. */
export async function applyEvent(
  tx: Tx,
  key: CustomerKey,
  pending: PendingEvent,
  context: ApplyContext,
): Promise<Applied | null> {
  const event = { ...applyingEvent(pending, context.now), tx, key, context }
  const { type } = pending
  // Message events need no separate statement, because storing their customer also stores the mode.
  if (type !== 'message') await saveMode(tx, key, { mode: modeOf(event.body), at: event.at })
  const apply = Object.hasOwn(EFFECTS, type) ? EFFECTS[type] : undefined
  return apply === undefined ? null : apply(event)
}

/** Opens a ticket only when the channel's settings list the postback data. */
async function applyPostback(event: Applying): Promise<Applied> {
  const { tx, key, at, eventId, context } = event
  const { channelKey, userId } = key
  if ((await storedEventsAmong(tx, [eventId])).has(eventId)) return NO_EFFECTS
  const data = firstText(asRaw(event.body.postback), 'data') ?? ''
  const opening = findTicketPostback(await ticketPostbacksOf(tx, channelKey), data)
  const content = readPostback(event.body.postback, opening?.label ?? null)
  if (opening !== undefined)
    return joinOpenTickets(tx, channelKey, [{ event, content, isUnsent: false }], context)
  const customerId = await lockCustomer(tx, key)
  if (customerId === undefined) return NO_EFFECTS
  const ticket = (await lockOpenTickets(tx, channelKey, [userId])).get(customerId)
  if (ticket === undefined) return NO_EFFECTS
  const writer = { userId, at, mode: modeOf(event.body) }
  const customer = (await upsertWriters(tx, channelKey, [writer], context.now)).get(userId)
  if (customer === undefined) throw new Error('a saved customer was not returned')
  return joinTickets(tx, channelKey, [{ event, content, customer, ticket, isUnsent: false }], context)
}

/** If the message has not arrived yet, `applyMessages` unsends it on arrival. */
async function applyUnsend({ tx, key, body, at, context }: Applying): Promise<Applied> {
  const { channelKey } = key
  const lineMessageId = firstText(asRaw(body.unsend), 'messageId')
  if (lineMessageId === undefined) return NO_EFFECTS
  await forgetMessageBody(tx, channelKey, lineMessageId)
  const unsent = await unsendMessage(tx, { channelKey, lineMessageId, at })
  if (unsent === undefined) return NO_EFFECTS
  const quoting = await touchQuoting(tx, unsent.ticketId, lineMessageId)
  const { events } = await readChanged(tx, [unsent.ticketId], [unsent.id, ...quoting], context)
  const unused: DeskEvent = { kind: 'unused_blobs', keys: unsent.unusedBlobs }
  return { events: unused.keys.length > 0 ? [...events, unused] : events, profilesOf: [] }
}

async function applyFriendship(
  { tx, key, at, context: { now } }: Applying,
  friendship: Friendship,
): Promise<Applied> {
  const customer = await saveFriendship(tx, key, { friendship, at }, now)
  const ticket = customer.ticketId === undefined ? undefined : await findTicket(tx, customer.ticketId)
  return {
    events: ticket === undefined ? [] : [ticketUpdateEvent(ticketOf(ticket))],
    profilesOf: friendship === 'friend' && customer.profileDue ? [customer.id] : [],
  }
}
