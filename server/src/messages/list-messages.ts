import type { listMessages as listCall } from 'shared/contract/messages/list-messages.call.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type * as z from 'zod'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findVisibleTicket, type VisibleTicket } from '../tickets/ticket.store.ts'
import { readTimelineEvents } from '../tickets/timeline-event.store.ts'
import { readMessages } from './message.store.ts'
import { messageOf } from './message-of-row.ts'
import { signMedia } from './sign-media.ts'

const MAX_TIMELINE_EVENTS = 200
const NO_END = 2 ** 31 - 1

interface ConversationPage {
  items: Message[]
  has_more: boolean
  timeline_events: TimelineEvent[]
  revision: number
}

type Query = z.output<typeof listCall.query>

export async function listMessages(
  context: ServerContext,
  signedIn: SignedIn,
  ticketId: string,
  query: Query,
): Promise<ConversationPage> {
  // Reads the ticket first, because all changes up to the ticket's revision are then visible to the queries below.
  const ticket = await findVisibleTicket(context.db, signedIn.scope, ticketId)
  const page = await (query.after_revision === undefined
    ? readPage(context, ticket, query)
    : readChanges(context, ticket, query.after_revision, query.limit))
  const sign = (message: Message) => signMedia(message, context.mediaAddresses, signedIn.tokenHash)
  return { ...page, items: page.items.map(sign) }
}

async function readPage(
  context: ServerContext,
  ticket: VisibleTicket,
  query: Query,
): Promise<ConversationPage> {
  const { after_seq: after, before_seq: before, limit } = query
  const { rows, hasMore } = await readMessages(context.db, ticket, { after, before, limit })
  const [first, last] = [rows[0], rows.at(-1)]
  const isForward = after !== undefined
  const timelineEvents = await readTimelineEvents(
    context.db,
    ticket,
    {
      fromSeq: isForward ? after : hasMore && first !== undefined ? first.seq : 0,
      toSeq:
        isForward && hasMore && last !== undefined ? last.seq : before === undefined ? NO_END : before - 1,
    },
    MAX_TIMELINE_EVENTS,
  )
  const items = rows.map((row) => messageOf(row, context.mediaAddresses))
  return { items, has_more: hasMore, timeline_events: timelineEvents, revision: ticket.head.revision }
}

async function readChanges(
  context: ServerContext,
  ticket: VisibleTicket,
  afterRevision: number,
  limit: number,
): Promise<ConversationPage> {
  const { revision: upToRevision } = ticket.head
  if (upToRevision <= afterRevision)
    return { items: [], has_more: false, timeline_events: [], revision: upToRevision }
  const range = { afterRevision, upToRevision }
  const { rows, hasMore } = await readMessages(context.db, ticket, { ...range, limit })
  const found = await readTimelineEvents(context.db, ticket, range, limit + 1)
  const revisions = [...rows, ...found].map(({ revision }) => revision).sort((a, b) => a - b)
  const isCut = hasMore || revisions.length > limit
  const end = isCut ? (revisions[limit - 1] ?? upToRevision) : upToRevision
  const isWithin = ({ revision }: { revision: number }) => revision <= end
  return {
    items: rows.filter(isWithin).map((row) => messageOf(row, context.mediaAddresses)),
    has_more: isCut,
    timeline_events: found.filter(isWithin),
    revision: end,
  }
}
