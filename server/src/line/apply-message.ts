import { asRaw, firstText, type Raw } from 'shared/contract/variants.ts'
import type { Tx } from '../db/client.ts'
import { appendMessage } from '../messages/append.store.ts'
import { messageOf } from '../messages/message-row.ts'
import { findMessage } from '../messages/store.ts'
import type { Fact } from '../realtime/bus.ts'
import { guessIssueType } from '../tickets/guess-issue-type.ts'
import { ticketFact } from '../tickets/publish.ts'
import { findTicket } from '../tickets/store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { readContent } from './content.ts'
import { customerWhoWrote } from './customer.store.ts'
import { type CustomerKey, forgetMessageBody, isUnsent } from './event.store.ts'
import { eventTime } from './incoming-event.ts'
import { isStoredAlready, openTicketOf, saveReplyToken, unsendMessage } from './ticket.store.ts'

/** What applying an event has to be followed by, once it is committed. */
export interface Applied {
  facts: Fact[]
  /** A customer whose profile is missing or old. */
  profileOf: string | null
}

export const NOTHING: Applied = { facts: [], profileOf: null }

/**
 * A customer's message: goes to the open ticket of channel and customer, which is opened when there is none. A LINE message id
 * seen before changes nothing; one that was taken back before it came is stored as taken back. The caller holds the lock of the
 * customer's events.
 */
export async function applyMessage(tx: Tx, key: CustomerKey, event: Raw, now: Date): Promise<Applied> {
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
  if (takenBack !== null) await unsendMessage(tx, { channelKey, lineMessageId: takenBack, at })
  const replyToken = firstText(asRaw(event), 'replyToken')
  if (replyToken !== undefined) await saveReplyToken(tx, replyToken, ticket.id, now)

  const stored = await findMessage(tx, appended.id)
  const row = await findTicket(tx, ticket.id, null)
  if (stored === undefined || row === undefined) throw new Error('a message just stored cannot be read')
  const fact = ticketFact(ticketOf(row), ticket.isNew ? 'opened' : undefined, [
    { type: 'message', data: messageOf(stored) },
  ])
  return { facts: [fact], profileOf: customer.profile_due ? customer.id : null }
}
