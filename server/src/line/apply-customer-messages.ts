import { randomUUID } from 'node:crypto'
import { firstText, type Raw } from 'shared/contract/raw-json.ts'
import type { Tx } from '../db/client.ts'
import { allOf } from '../db/prepared-statement.ts'
import type { DeskEvent } from '../event-bus.ts'
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
import { readChanged, requireValue } from '../messages/message-events.ts'
import { type NewReplyToken, saveReplyTokens } from '../messages/reply-token.store.ts'
import type { ServerContext } from '../server-context.ts'
import { guessIssueType } from '../tickets/guess-issue-type.ts'
import { lockOpenTickets, type OpenTicket, openTicketsOf } from '../tickets/ticket.store.ts'
import { type CustomerRow, upsertWriters, type Writer } from './customer.store.ts'
import { findUnsentMessages, forgetMessageBody } from './inbox.store.ts'
import { messageTimeOf, withLateness } from './late-message-time.ts'
import { isRedelivery, modeOf } from './parse-webhook.ts'

/** Effects of applied events that are carried out after the commit. */
export interface Applied {
  events: DeskEvent[]
  /** Ids of customers whose profile is missing or outdated. */
  profilesOf: string[]
}

export interface ApplyContext {
  now: Date
  mediaAddresses: MediaAddresses
}

export function applyContext({ now, mediaAddresses }: ServerContext): ApplyContext {
  return { now: now(), mediaAddresses }
}

export interface ApplyingEvent {
  eventId: string
  userId: string
  body: Raw
  /** Event time by LINE's clock; `receivedAt` is the time of receipt. */
  at: Date
  receivedAt: Date
}

interface Arrival {
  event: ApplyingEvent
  content: LineMessageContent
  customer: CustomerRow
  ticket: OpenTicket
  /** True when the unsend event arrived before the message. */
  isUnsent: boolean
}

/** Several messages of one customer may not include a standby message. The caller locks the customers' events. */
export async function applyMessages(
  tx: Tx,
  channelKey: string,
  events: readonly ApplyingEvent[],
  context: ApplyContext,
): Promise<Applied> {
  const parsedMessages = events.map((event) => ({ event, content: readLineMessage(event.body.message) }))
  const lineIds = parsedMessages.map(({ content }) => content.lineMessageId).filter((id) => id !== null)
  const [unsentIds, fresh] = await allOf([
    findUnsentMessages(tx, channelKey, lineIds),
    findUnstored(tx, channelKey, parsedMessages),
  ])
  for (const lineMessageId of unsentIds) await forgetMessageBody(tx, channelKey, lineMessageId)
  const messages = fresh.map(({ event, content }) => ({
    event,
    content,
    isUnsent: content.lineMessageId !== null && unsentIds.has(content.lineMessageId),
  }))
  return joinOpenTickets(tx, channelKey, messages, context)
}

export async function joinOpenTickets(
  tx: Tx,
  channelKey: string,
  fresh: readonly Omit<Arrival, 'customer' | 'ticket'>[],
  context: ApplyContext,
): Promise<Applied> {
  if (fresh.length === 0) return { events: [], profilesOf: [] }
  const byUser = Map.groupBy(fresh, ({ event }) => event.userId)
  const writers = [...byUser.values()].map(writerOf)
  const [customers, locked] = await allOf([
    upsertWriters(tx, channelKey, writers, context.now),
    lockOpenTickets(tx, channelKey, [...byUser.keys()]),
  ])
  const openings = [...byUser].map(([userId, [first]]) => {
    const { id: customerId, is_vip: isVip } = requireValue(customers, userId)
    const subject = guessIssueType(first === undefined || first.isUnsent ? '' : textOf(first.content))
    return { customerId, userId, isVip, subject, openedAt: first?.event.at ?? context.now }
  })
  const tickets = await openTicketsOf(tx, channelKey, openings, locked, context.now)
  const arrivals = fresh.map((message) => {
    const customer = requireValue(customers, message.event.userId)
    return { ...message, customer, ticket: requireValue(tickets, customer.id) }
  })
  return joinTickets(tx, channelKey, arrivals, context)
}

function textOf({ kind, text, content }: LineMessageContent): string {
  if (content?.kind === 'postback') return content.label ?? ''
  return kind === 'text' ? text : ''
}

async function findUnstored<Brought extends { event: ApplyingEvent; content: LineMessageContent }>(
  tx: Tx,
  channelKey: string,
  parsedMessages: readonly Brought[],
): Promise<Brought[]> {
  const lineIds = parsedMessages.map(({ content }) => content.lineMessageId).filter((id) => id !== null)
  const withoutId = parsedMessages.filter(({ content }) => content.lineMessageId === null)
  const eventIds = withoutId.map(({ event }) => event.eventId)
  const [stored, storedEvents] = await allOf([
    storedAmong(tx, channelKey, lineIds),
    storedEventsAmong(tx, eventIds),
  ])
  return parsedMessages.filter(({ event, content: { lineMessageId } }) => {
    if (lineMessageId === null) return !storedEvents.has(event.eventId)
    if (stored.has(lineMessageId)) return false
    stored.add(lineMessageId)
    return true
  })
}

function writerOf(messages: readonly { event: ApplyingEvent }[]): Writer {
  const [first] = messages
  if (first === undefined) throw new Error('a customer of the batch has no message')
  const { userId, body } = first.event
  const at = new Date(Math.max(...messages.map(({ event }) => event.at.getTime())))
  return { userId, at, mode: modeOf(body) }
}

export async function joinTickets(
  tx: Tx,
  channelKey: string,
  arrivals: readonly Arrival[],
  { now, mediaAddresses }: ApplyContext,
): Promise<Applied> {
  const positioned = assignToTickets(arrivals)
  const newMessages = positioned.map(({ messageId, arrival, sortAt, lateMs }) => ({
    ...arrival.content,
    content: withLateness(arrival.content.content, lateMs),
    id: messageId,
    ticketId: arrival.ticket.id,
    direction: 'IN' as const,
    sourceEventId: arrival.content.lineMessageId === null ? arrival.event.eventId : null,
    eventTime: arrival.event.at,
    sortAt,
  }))
  const pendingMedia = positioned.flatMap(({ messageId, arrival: { content } }) => {
    const { media, lineMessageId } = content
    return media === null || lineMessageId === null ? [] : { ...media, channelKey, messageId, lineMessageId }
  })
  const replyTokens = positioned.flatMap(({ arrival }) => replyTokenOf(arrival))
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
  const ids = positioned.map(({ messageId }) => messageId)
  // When a batch only appends messages, statements that write and statements that read are sent together.
  const isPlain =
    pendingMedia.length === 0 && positioned.every((each) => !each.arrival.isUnsent && !each.isBehind)
  const [[appended], { events }] = isPlain
    ? await allOf([writing(), reading(ids)])
    : [
        await writing(),
        await reading([...ids, ...(await applyToQuotingMessages(tx, channelKey, positioned))]),
      ]
  if (appended.length < positioned.length) throw new Error('a locked open ticket accepted no message')
  return {
    events,
    profilesOf: [
      ...new Set(arrivals.filter(({ customer }) => customer.profile_due).map(({ customer }) => customer.id)),
    ],
  }
}

/** Unsends messages whose unsend event arrived earlier. Returns the ids of stored messages that quote a new message. */
async function applyToQuotingMessages(
  tx: Tx,
  channelKey: string,
  positioned: readonly ReturnType<typeof assignToTickets>[number][],
): Promise<string[]> {
  const quoting: string[] = []
  for (const { arrival, isBehind } of positioned) {
    const { lineMessageId } = arrival.content
    if (lineMessageId === null) continue
    if (arrival.isUnsent) await unsendMessage(tx, { channelKey, lineMessageId, at: arrival.event.at })
    if (isBehind) quoting.push(...(await touchQuoting(tx, arrival.ticket.id, lineMessageId)))
  }
  return quoting
}

function assignToTickets(arrivals: readonly Arrival[]) {
  const newest = new Map<string, Date | null>()
  return arrivals.map((arrival) => {
    const { event, ticket } = arrival
    const newestAt = newest.get(ticket.id) ?? ticket.newestAt
    const time = messageTimeOf({ sentAt: event.at, receivedAt: event.receivedAt, newestAt })
    newest.set(ticket.id, newestAt === null || time.sortAt > newestAt ? time.sortAt : newestAt)
    return { ...time, arrival, messageId: randomUUID(), isBehind: newestAt !== null && event.at < newestAt }
  })
}

function replyTokenOf({ event, ticket, customer }: Arrival): NewReplyToken[] {
  const { body, at, receivedAt } = event
  const token = firstText(body, 'replyToken')
  if (token === undefined) return []
  const times = { receivedAt, eventAt: at, isRedelivery: isRedelivery(body) }
  return [{ token, ticketId: ticket.id, customerId: customer.id, times }]
}

/** Assigns new revisions to messages that quote this message, because their quotation changed. Returns their ids. */
export async function touchQuoting(tx: Tx, ticketId: string, lineMessageId: string): Promise<string[]> {
  const ids = await findQuoting(tx, ticketId, lineMessageId)
  for (const id of ids) await touchMessage(tx, id)
  return ids
}
