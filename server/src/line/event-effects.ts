import { asRaw, firstText, type Raw } from 'shared/contract/raw-json.ts'
import type { Friendship } from 'shared/contract/tickets/ticket.ts'
import type { Fact } from '../bus.ts'
import type { Tx } from '../db/client.ts'
import { createPendingMedia } from '../media/media.store.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { appendMessage } from '../messages/append-message.store.ts'
import { type LineMessageContent, readLineMessage, readPostback } from '../messages/line-message-content.ts'
import {
  findMessage,
  findQuoting,
  isEventStored,
  isStoredAlready,
  touchMessage,
  unsendMessage,
} from '../messages/message.store.ts'
import { messageOf } from '../messages/message-row.ts'
import { saveReplyToken } from '../messages/reply-token.store.ts'
import { guessIssueType } from '../tickets/guess-issue-type.ts'
import { findTicket, lockOpenTicket, type OpenTicket, openTicketOf } from '../tickets/ticket.store.ts'
import { ticketFact } from '../tickets/ticket-facts.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import {
  type CustomerRow,
  customerWhoWrote,
  findCustomerId,
  saveFriendship,
  saveMode,
} from './customer.store.ts'
import { type CustomerKey, forgetMessageBody, isUnsent, type PendingEvent } from './inbox.store.ts'
import { eventTime, isRedelivery, modeOf } from './incoming-event.ts'
import { dated, placeInTime } from './message-time.ts'

/** What applying an event has to be followed by, once it is committed. */
export interface Applied {
  facts: Fact[]
  /** A customer whose profile is missing or old. */
  profileOf: string | null
}

const NOTHING: Applied = { facts: [], profileOf: null }

/** What applying needs of the server. */
export interface ApplyContext {
  now: Date
  mediaAddresses: MediaAddresses
}

/** A stored event, as far as its effects go by it. */
export interface StoredEvent
  extends Pick<PendingEvent, 'type' | 'body' | 'webhook_event_id' | 'received_at'> {}

/** One event that is being applied. */
interface Applying {
  tx: Tx
  key: CustomerKey
  body: Raw
  /** When it happened, by LINE's clock, and when it reached us. */
  at: Date
  receivedAt: Date
  eventId: string
  context: ApplyContext
}

/** What each type of event does. Types that are not here change nothing: LINE sends more than a desk needs. */
const EFFECTS: Record<string, (event: Applying) => Promise<Applied>> = {
  message: applyMessage,
  postback: applyPostback,
  unsend: applyUnsend,
  follow: (event) => applyFriendship(event, 'friend'),
  unfollow: (event) => applyFriendship(event, 'blocked'),
}

/** Applies one event in the caller's transaction, which also holds the lock of the customer's events. Null: nothing to apply. */
export async function applyEvent(
  tx: Tx,
  key: CustomerKey,
  event: StoredEvent,
  context: ApplyContext,
): Promise<Applied | null> {
  const { body } = event
  const at = eventTime(body, context.now)
  // A customer's message notes its mode with the customer.
  if (event.type !== 'message') await saveMode(tx, key, { mode: modeOf(body), at })
  const apply = Object.hasOwn(EFFECTS, event.type) ? EFFECTS[event.type] : undefined
  if (apply === undefined) return null
  const receivedAt = new Date(event.received_at)
  return apply({ tx, key, body, at, receivedAt, eventId: event.webhook_event_id, context })
}

/**
 * A customer's message: goes to the open ticket of channel and customer, which is opened when there is none. A LINE message id
 * seen before changes nothing; one that was taken back before it came is stored as taken back. The caller holds the lock of the
 * customer's events.
 */
async function applyMessage(event: Applying): Promise<Applied> {
  const { tx, key, at, eventId, context } = event
  const { channelKey } = key
  const content = readLineMessage(event.body.message)
  const { lineMessageId } = content
  const takenBack =
    lineMessageId !== null && (await isUnsent(tx, channelKey, lineMessageId)) ? lineMessageId : null
  if (takenBack !== null) await forgetMessageBody(tx, channelKey, takenBack)
  const isStored =
    lineMessageId === null ? isEventStored(tx, eventId) : isStoredAlready(tx, channelKey, lineMessageId)
  if (await isStored) return NOTHING
  const customer = await customerWhoWrote(tx, key, { at, mode: modeOf(event.body) }, context.now)
  const isReadable = content.kind === 'text' && takenBack === null
  const ticket = await openTicketOf(tx, {
    channelKey,
    customerId: customer.id,
    subject: guessIssueType(isReadable ? content.text : ''),
    isVip: customer.is_vip,
    openedAt: at,
    now: context.now,
  })
  return joinTicket(event, { content, takenBack, customer, ticket })
}

/** A button that the customer pressed: a line in the open ticket; it opens none. */
async function applyPostback(event: Applying): Promise<Applied> {
  const { tx, key, at, eventId, context } = event
  if (await isEventStored(tx, eventId)) return NOTHING
  const customerId = await findCustomerId(tx, key)
  const ticket = customerId === undefined ? undefined : await lockOpenTicket(tx, key.channelKey, customerId)
  if (ticket === undefined) return NOTHING
  const customer = await customerWhoWrote(tx, key, { at, mode: modeOf(event.body) }, context.now)
  return joinTicket(event, { content: readPostback(event.body.postback), takenBack: null, customer, ticket })
}

/** Appends what the customer has sent to a ticket that is locked, with all that belongs to it. */
async function joinTicket(
  { tx, key, body, at, receivedAt, eventId, context }: Applying,
  {
    content,
    takenBack,
    customer,
    ticket,
  }: {
    content: LineMessageContent
    /** LINE's id of the message, when it was taken back before it came. */
    takenBack: string | null
    customer: CustomerRow
    ticket: OpenTicket
  },
): Promise<Applied> {
  const { now, mediaAddresses } = context
  const { channelKey } = key
  const { lineMessageId, media } = content
  const place = placeInTime({ sentAt: at, receivedAt, newestAt: ticket.newestAt })
  const message = {
    ...content,
    content: dated(content.content, place.lateMs),
    ticketId: ticket.id,
    direction: 'IN' as const,
    sourceEventId: lineMessageId === null ? eventId : null,
    eventTime: at,
    sortAt: place.sortAt,
  }
  const appended = await appendMessage(tx, message, now)
  if (appended === undefined) throw new Error('a ticket that is locked as open took no message')
  const messageId = appended.id
  if (media !== null && lineMessageId !== null)
    await createPendingMedia(tx, { ...media, channelKey, messageId, lineMessageId })
  if (takenBack !== null) await unsendMessage(tx, { channelKey, lineMessageId: takenBack, at })
  const replyToken = firstText(body, 'replyToken')
  if (replyToken !== undefined) {
    const owner = { ticketId: ticket.id, customerId: customer.id }
    const times = { receivedAt, eventAt: at, isRedelivery: isRedelivery(body) }
    await saveReplyToken(tx, replyToken, owner, times)
  }
  // Those that quote it may have come before it.
  const isBehind = ticket.newestAt !== null && at < ticket.newestAt
  const quoting = isBehind && lineMessageId !== null ? await touchQuoting(tx, ticket.id, lineMessageId) : []
  const { facts } = await factsOf(tx, ticket.id, [messageId, ...quoting], {
    isNew: ticket.isNew,
    mediaAddresses,
  })
  return { facts, profileOf: customer.profile_due ? customer.id : null }
}

/** Takes a message back. One that has not come yet is taken back when it comes (`applyMessage`). */
async function applyUnsend({ tx, key, body, at, context }: Applying): Promise<Applied> {
  const { channelKey } = key
  const lineMessageId = firstText(asRaw(body.unsend), 'messageId')
  if (lineMessageId === undefined) return NOTHING
  await forgetMessageBody(tx, channelKey, lineMessageId)
  const unsent = await unsendMessage(tx, { channelKey, lineMessageId, at })
  if (unsent === undefined) return NOTHING
  const quoting = await touchQuoting(tx, unsent.ticketId, lineMessageId)
  const { facts } = await factsOf(tx, unsent.ticketId, [unsent.id, ...quoting], context)
  const unused: Fact = { kind: 'unused_blobs', keys: unsent.unusedBlobs }
  return { facts: unused.keys.length > 0 ? [...facts, unused] : facts, profileOf: null }
}

/** Messages that quote this one read differently now: they get new revisions. Answers their ids. */
async function touchQuoting(tx: Tx, ticketId: string, lineMessageId: string): Promise<string[]> {
  const ids = await findQuoting(tx, ticketId, lineMessageId)
  for (const id of ids) await touchMessage(tx, id)
  return ids
}

/** What readers of a ticket are told: these messages, in the order of their revisions, and the ticket. */
async function factsOf(
  tx: Tx,
  ticketId: string,
  messageIds: readonly string[],
  { isNew = false, mediaAddresses }: { isNew?: boolean; mediaAddresses: MediaAddresses },
): Promise<Applied> {
  const rows = []
  for (const id of messageIds) rows.push(await findMessage(tx, id))
  const ticket = await findTicket(tx, ticketId)
  if (ticket === undefined) throw new Error('a ticket just changed cannot be read')
  const messages = rows
    .filter((row) => row !== undefined)
    .toSorted((a, b) => a.revision - b.revision)
    .map((row) => messageOf(row, mediaAddresses))
  const fact = ticketFact(ticketOf(ticket), { reason: isNew ? 'opened' : undefined, messages })
  return { facts: [fact], profileOf: null }
}

async function applyFriendship(
  { tx, key, at, context: { now } }: Applying,
  friendship: Friendship,
): Promise<Applied> {
  const customer = await saveFriendship(tx, key, { friendship, at }, now)
  const ticket = customer.ticketId === undefined ? undefined : await findTicket(tx, customer.ticketId)
  return {
    facts: ticket === undefined ? [] : [ticketFact(ticketOf(ticket))],
    profileOf: friendship === 'friend' && customer.profileDue ? customer.id : null,
  }
}
