import { randomUUID } from 'node:crypto'
import { firstText, type Raw } from 'shared/contract/raw-json.ts'
import type { Fact } from '../bus.ts'
import type { Tx } from '../db/client.ts'
import { allOf } from '../db/prepared.ts'
import { createPendingMedia } from '../media/media.store.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { appendMessages } from '../messages/append-message.store.ts'
import { type LineMessageContent, readLineMessage } from '../messages/line-message-content.ts'
import {
  findQuoting,
  storedAmong,
  storedEventsAmong,
  touchMessage,
  unsendMessage,
} from '../messages/message.store.ts'
import { known, readChanged } from '../messages/message-facts.ts'
import { type NewReplyToken, saveReplyTokens } from '../messages/reply-token.store.ts'
import type { ServerContext } from '../server-context.ts'
import { guessIssueType } from '../tickets/guess-issue-type.ts'
import { lockOpenTickets, type OpenTicket, openTicketsOf } from '../tickets/ticket.store.ts'
import { type CustomerRow, customersWhoWrote, type Writer } from './customer.store.ts'
import { forgetMessageBody, unsentAmong } from './inbox.store.ts'
import { isRedelivery, modeOf } from './incoming-event.ts'
import { dated, placeInTime } from './message-time.ts'

/** What applying events has to be followed by, once it is committed. */
export interface Applied {
  facts: Fact[]
  /** Customers whose profile is missing or old. */
  profilesOf: string[]
}

/** What applying needs of the server. */
export interface ApplyContext {
  now: Date
  mediaAddresses: MediaAddresses
}

export function applyContext({ now, mediaAddresses }: ServerContext): ApplyContext {
  return { now: now(), mediaAddresses }
}

/** An event that is being applied, of a customer of the account at hand. */
export interface ApplyingEvent {
  eventId: string
  userId: string
  body: Raw
  /** When it happened, by LINE's clock, and when it reached us. */
  at: Date
  receivedAt: Date
}

/** What a customer has sent, and the ticket that it joins, which is locked. */
interface Arrival {
  event: ApplyingEvent
  content: LineMessageContent
  customer: CustomerRow
  ticket: OpenTicket
  /** It was taken back before it came. */
  isTakenBack: boolean
}

/**
 * Messages of customers of an account, in the order in which they came: each goes to the open ticket of its customer, which is opened when
 * there is none. A LINE message id seen before changes nothing; what was taken back before it came is stored as taken back. Several of one
 * customer came as active. The caller holds the locks of the customers' events.
 */
export async function applyMessages(
  tx: Tx,
  channelKey: string,
  events: readonly ApplyingEvent[],
  context: ApplyContext,
): Promise<Applied> {
  const brought = events.map((event) => ({ event, content: readLineMessage(event.body.message) }))
  const lineIds = brought.map(({ content }) => content.lineMessageId).filter((id) => id !== null)
  const [takenBack, fresh] = await allOf([
    unsentAmong(tx, channelKey, lineIds),
    notStored(tx, channelKey, brought),
  ])
  for (const lineMessageId of takenBack) await forgetMessageBody(tx, channelKey, lineMessageId)
  const messages = fresh.map(({ event, content }) => ({
    event,
    content,
    isTakenBack: content.lineMessageId !== null && takenBack.has(content.lineMessageId),
  }))
  return joinOpenTickets(tx, channelKey, messages, context)
}

/** Appends messages that are not stored yet to the open tickets of their customers; creates customers and tickets where needed. */
export async function joinOpenTickets(
  tx: Tx,
  channelKey: string,
  fresh: readonly Omit<Arrival, 'customer' | 'ticket'>[],
  context: ApplyContext,
): Promise<Applied> {
  if (fresh.length === 0) return { facts: [], profilesOf: [] }
  const byUser = Map.groupBy(fresh, ({ event }) => event.userId)
  const writers = [...byUser.values()].map(writerOf)
  const [customers, locked] = await allOf([
    customersWhoWrote(tx, channelKey, writers, context.now),
    lockOpenTickets(tx, channelKey, [...byUser.keys()]),
  ])
  const openings = [...byUser].map(([userId, [first]]) => {
    const { id: customerId, is_vip: isVip } = known(customers, userId)
    const subject = guessIssueType(first === undefined || first.isTakenBack ? '' : wordsOf(first.content))
    return { customerId, userId, isVip, subject, openedAt: first?.event.at ?? context.now }
  })
  const tickets = await openTicketsOf(tx, channelKey, openings, locked, context.now)
  const arrivals = fresh.map((message) => {
    const customer = known(customers, message.event.userId)
    return { ...message, customer, ticket: known(tickets, customer.id) }
  })
  return joinTickets(tx, channelKey, arrivals, context)
}

/** The text from which the subject of a new ticket is guessed. */
function wordsOf({ kind, text, content }: LineMessageContent): string {
  if (content?.kind === 'postback') return content.label ?? ''
  return kind === 'text' ? text : ''
}

/** Those whose message is not stored yet, each message once. */
async function notStored<Brought extends { event: ApplyingEvent; content: LineMessageContent }>(
  tx: Tx,
  channelKey: string,
  brought: readonly Brought[],
): Promise<Brought[]> {
  const lineIds = brought.map(({ content }) => content.lineMessageId).filter((id) => id !== null)
  const withoutId = brought.filter(({ content }) => content.lineMessageId === null)
  const eventIds = withoutId.map(({ event }) => event.eventId)
  const [stored, storedEvents] = await allOf([
    storedAmong(tx, channelKey, lineIds),
    storedEventsAmong(tx, eventIds),
  ])
  return brought.filter(({ event, content: { lineMessageId } }) => {
    if (lineMessageId === null) return !storedEvents.has(event.eventId)
    if (stored.has(lineMessageId)) return false
    stored.add(lineMessageId)
    return true
  })
}

/** Of one customer's messages. */
function writerOf(messages: readonly { event: ApplyingEvent }[]): Writer {
  const [first] = messages
  if (first === undefined) throw new Error('whoever wrote has a message')
  const { userId, body } = first.event
  const at = new Date(Math.max(...messages.map(({ event }) => event.at.getTime())))
  return { userId, at, mode: modeOf(body) }
}

/** Appends what customers of an account have sent to their tickets, with all that belongs to it. */
export async function joinTickets(
  tx: Tx,
  channelKey: string,
  arrivals: readonly Arrival[],
  { now, mediaAddresses }: ApplyContext,
): Promise<Applied> {
  const placed = placeInTickets(arrivals)
  const newMessages = placed.map(({ messageId, arrival, sortAt, lateMs }) => ({
    ...arrival.content,
    content: dated(arrival.content.content, lateMs),
    id: messageId,
    ticketId: arrival.ticket.id,
    direction: 'IN' as const,
    sourceEventId: arrival.content.lineMessageId === null ? arrival.event.eventId : null,
    eventTime: arrival.event.at,
    sortAt,
  }))
  const pendingMedia = placed.flatMap(({ messageId, arrival: { content } }) => {
    const { media, lineMessageId } = content
    return media === null || lineMessageId === null ? [] : { ...media, channelKey, messageId, lineMessageId }
  })
  const replyTokens = placed.flatMap(({ arrival }) => replyTokenOf(arrival))
  const writing = () =>
    allOf([
      appendMessages(tx, newMessages, now),
      createPendingMedia(tx, pendingMedia),
      saveReplyTokens(tx, replyTokens),
    ])
  const opened = new Set(arrivals.filter(({ ticket }) => ticket.isNew).map(({ ticket }) => ticket.id))
  const tickets = new Set(arrivals.map(({ ticket }) => ticket.id))
  const reasonOf = (ticketId: string) => (opened.has(ticketId) ? 'opened' : undefined)
  const reading = (ids: readonly string[]) => readChanged(tx, [...tickets], ids, { mediaAddresses, reasonOf })
  const ids = placed.map(({ messageId }) => messageId)
  // Most batches are only texts that are the newest of their ticket: these can be read together with the writes.
  const isPlain =
    pendingMedia.length === 0 && placed.every((each) => !each.arrival.isTakenBack && !each.isBehind)
  const [[appended], { facts }] = isPlain
    ? await allOf([writing(), reading(ids)])
    : [await writing(), await reading([...ids, ...(await applyToOthers(tx, channelKey, placed))])]
  if (appended.length < placed.length) throw new Error('a ticket that is locked as open took no message')
  return {
    facts,
    profilesOf: [
      ...new Set(arrivals.filter(({ customer }) => customer.profile_due).map(({ customer }) => customer.id)),
    ],
  }
}

/** Unsends messages whose unsend event arrived before them. Returns the ids of stored messages that quote one of these. */
async function applyToOthers(
  tx: Tx,
  channelKey: string,
  placed: readonly ReturnType<typeof placeInTickets>[number][],
): Promise<string[]> {
  const quoting: string[] = []
  for (const { arrival, isBehind } of placed) {
    const { lineMessageId } = arrival.content
    if (lineMessageId === null) continue
    if (arrival.isTakenBack) await unsendMessage(tx, { channelKey, lineMessageId, at: arrival.event.at })
    if (isBehind) quoting.push(...(await touchQuoting(tx, arrival.ticket.id, lineMessageId)))
  }
  return quoting
}

/** Where each stands in its ticket. */
function placeInTickets(arrivals: readonly Arrival[]) {
  const newest = new Map<string, Date | null>()
  return arrivals.map((arrival) => {
    const { event, ticket } = arrival
    const newestAt = newest.get(ticket.id) ?? ticket.newestAt
    const place = placeInTime({ sentAt: event.at, receivedAt: event.receivedAt, newestAt })
    newest.set(ticket.id, newestAt === null || place.sortAt > newestAt ? place.sortAt : newestAt)
    return { ...place, arrival, messageId: randomUUID(), isBehind: newestAt !== null && event.at < newestAt }
  })
}

function replyTokenOf({ event, ticket, customer }: Arrival): NewReplyToken[] {
  const { body, at, receivedAt } = event
  const token = firstText(body, 'replyToken')
  if (token === undefined) return []
  const times = { receivedAt, eventAt: at, isRedelivery: isRedelivery(body) }
  return [{ token, ticketId: ticket.id, customerId: customer.id, times }]
}

/** Messages that quote this one read differently now: they get new revisions. Answers their ids. */
export async function touchQuoting(tx: Tx, ticketId: string, lineMessageId: string): Promise<string[]> {
  const ids = await findQuoting(tx, ticketId, lineMessageId)
  for (const id of ids) await touchMessage(tx, id)
  return ids
}
