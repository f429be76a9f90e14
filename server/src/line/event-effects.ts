import { asRaw, firstText, type Raw } from 'shared/contract/raw-json.ts'
import type { Friendship } from 'shared/contract/tickets/ticket.ts'
import type { Fact } from '../bus.ts'
import type { Tx } from '../db/client.ts'
import { createPendingMedia } from '../media/media.store.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { appendMessage } from '../messages/append-message.store.ts'
import { findMessage, isStoredAlready, unsendMessage } from '../messages/message.store.ts'
import { messageOf } from '../messages/message-row.ts'
import { saveReplyToken } from '../messages/reply-token.store.ts'
import { guessIssueType } from '../tickets/guess-issue-type.ts'
import { findTicket, openTicketOf } from '../tickets/ticket.store.ts'
import { ticketFact } from '../tickets/ticket-facts.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { customerWhoWrote, saveFriendship } from './customer.store.ts'
import { type CustomerKey, forgetMessageBody, isUnsent } from './inbox.store.ts'
import { eventTime } from './incoming-event.ts'
import { readContent } from './message-content.ts'

/** What applying an event has to be followed by, once it is committed. */
export interface Applied {
  facts: Fact[]
  /** A customer whose profile is missing or old. */
  profileOf: string | null
}

/** Of these LINE keeps a content, which is fetched. */
const FETCHED_KINDS = ['image', 'video', 'audio', 'file'] as const

const NOTHING: Applied = { facts: [], profileOf: null }

/** What applying needs of the server. */
export interface ApplyContext {
  now: Date
  mediaAddresses: MediaAddresses
}

type Apply = (tx: Tx, key: CustomerKey, event: Raw, context: ApplyContext) => Promise<Applied>

/** What each type of event does. Types that are not here change nothing: LINE sends more than a desk needs. */
const EFFECTS: Record<string, Apply> = {
  message: applyMessage,
  unsend: applyUnsend,
  follow: (tx, key, event, { now }) => applyFriendship(tx, key, 'friend', event, now),
  unfollow: (tx, key, event, { now }) => applyFriendship(tx, key, 'blocked', event, now),
}

/** Applies one event in the caller's transaction, which also holds the lock of the customer's events. Null: nothing to apply. */
export async function applyEvent(
  tx: Tx,
  key: CustomerKey,
  event: { type: string; body: Raw },
  context: ApplyContext,
): Promise<Applied | null> {
  const apply = Object.hasOwn(EFFECTS, event.type) ? EFFECTS[event.type] : undefined
  return apply ? apply(tx, key, event.body, context) : null
}

/**
 * A customer's message: goes to the open ticket of channel and customer, which is opened when there is none. A LINE message id
 * seen before changes nothing; one that was taken back before it came is stored as taken back. The caller holds the lock of the
 * customer's events.
 */
async function applyMessage(tx: Tx, key: CustomerKey, event: Raw, context: ApplyContext): Promise<Applied> {
  const { now } = context
  const content = readContent(event.message)
  const { channelKey } = key
  const { lineMessageId } = content
  const takenBack =
    lineMessageId !== null && (await isUnsent(tx, channelKey, lineMessageId)) ? lineMessageId : null
  if (takenBack !== null) await forgetMessageBody(tx, channelKey, takenBack)
  if (lineMessageId !== null && (await isStoredAlready(tx, channelKey, lineMessageId))) return NOTHING
  const at = eventTime(event, now)
  const customer = await customerWhoWrote(tx, key, at, now)
  const isReadable = content.messageType === 'text' && takenBack === null
  const ticket = await openTicketOf(tx, {
    channelKey,
    customerId: customer.id,
    subject: guessIssueType(isReadable ? content.text : ''),
    isVip: customer.is_vip,
    openedAt: at,
    now,
  })
  const message = { ...content, ticketId: ticket.id, direction: 'IN' as const, eventTime: at }
  const appended = await appendMessage(tx, message, now)
  if (appended === undefined) throw new Error('a ticket that is locked as open took no message')
  const kind = FETCHED_KINDS.find((each) => each === content.messageType)
  const isElsewhere = asRaw(asRaw(content.payload).contentProvider).type === 'external'
  if (kind !== undefined && lineMessageId !== null && !isElsewhere) {
    const fileName = firstText(asRaw(content.payload), 'fileName') ?? null
    await createPendingMedia(tx, { messageId: appended.id, channelKey, lineMessageId, kind, fileName })
  }
  if (takenBack !== null) await unsendMessage(tx, { channelKey, lineMessageId: takenBack, at })
  const replyToken = firstText(asRaw(event), 'replyToken')
  if (replyToken !== undefined)
    await saveReplyToken(tx, replyToken, { ticketId: ticket.id, customerId: customer.id }, now)

  const stored = await findMessage(tx, appended.id)
  const row = await findTicket(tx, ticket.id)
  if (stored === undefined || row === undefined) throw new Error('a message just stored cannot be read')
  const fact = ticketFact(ticketOf(row), {
    reason: ticket.isNew ? 'opened' : undefined,
    messages: [messageOf(stored, context.mediaAddresses)],
  })
  return { facts: [fact], profileOf: customer.profile_due ? customer.id : null }
}

/** Takes a message back. One that has not come yet is taken back when it comes (`applyMessage`). */
async function applyUnsend(tx: Tx, key: CustomerKey, event: Raw, context: ApplyContext): Promise<Applied> {
  const { now } = context
  const lineMessageId = firstText(asRaw(event.unsend), 'messageId')
  if (lineMessageId === undefined) return NOTHING
  await forgetMessageBody(tx, key.channelKey, lineMessageId)
  const at = eventTime(event, now)
  const unsent = await unsendMessage(tx, { channelKey: key.channelKey, lineMessageId, at })
  if (unsent === undefined) return NOTHING
  const [message, ticket] = [await findMessage(tx, unsent.id), await findTicket(tx, unsent.ticketId)]
  if (message === undefined || ticket === undefined) return NOTHING
  const fact = ticketFact(ticketOf(ticket), { messages: [messageOf(message, context.mediaAddresses)] })
  const unused: Fact = { kind: 'unused_blobs', keys: unsent.unusedBlobs }
  return { facts: unused.keys.length > 0 ? [fact, unused] : [fact], profileOf: null }
}

async function applyFriendship(
  tx: Tx,
  key: CustomerKey,
  friendship: Friendship,
  event: Raw,
  now: Date,
): Promise<Applied> {
  const customer = await saveFriendship(tx, key, { friendship, at: eventTime(event, now) }, now)
  const ticket = customer.ticketId === undefined ? undefined : await findTicket(tx, customer.ticketId)
  return {
    facts: ticket === undefined ? [] : [ticketFact(ticketOf(ticket))],
    profileOf: friendship === 'friend' && customer.profileDue ? customer.id : null,
  }
}
