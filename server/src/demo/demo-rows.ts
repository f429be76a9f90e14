import type { ticketAssignments } from '../db/assignment-schema.ts'
import type { deliveries } from '../db/line-schema.ts'
import type { media } from '../db/media-schema.ts'
import type {
  customers,
  messages,
  TicketEventKind,
  ticketEvents,
  ticketReads,
  tickets,
} from '../db/schema.ts'
import { preview } from '../messages/message-preview.ts'
import type { DemoConversation } from './demo-conversation.ts'
import type { Line } from './render-script.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { PastMessage } from './simulator-world.ts'

export const noRows = () => ({
  customers: [] as (typeof customers.$inferInsert)[],
  tickets: [] as (typeof tickets.$inferInsert)[],
  messages: [] as (typeof messages.$inferInsert)[],
  events: [] as (typeof ticketEvents.$inferInsert)[],
  assignments: [] as (typeof ticketAssignments.$inferInsert)[],
  deliveries: [] as (typeof deliveries.$inferInsert)[],
  reads: [] as (typeof ticketReads.$inferInsert)[],
  media: [] as (typeof media.$inferInsert)[],
  /** All demo messages in the format for the customers' phones in the simulator. */
  past: [] as PastMessage[],
})
export type DemoRows = ReturnType<typeof noRows>

export interface DemoTicket {
  channelKey: string
  customerId: string
  lineUserId: string
  isVip: boolean
  openedAt: Date
  agentId: string | null
  closerId: string | null
}

/** Returns a LINE message id that increases with time. `count` distinguishes messages of the same millisecond. */
function lineMessageIdAt(at: Date, count: number): string {
  return String(BigInt(at.getTime()) * 100_000n + BigInt(count % 100_000))
}

const GOODBYE_STICKER = { packageId: '11537', stickerId: '52002735' }

function kindOf({ type }: Line): Pick<DemoRows['messages'][number], 'kind' | 'content' | 'payload'> {
  if (type === 'sticker') {
    const content = { kind: 'sticker' as const, image_url: null, keywords: ['ขอบคุณ', 'thanks'], text: null }
    return { kind: 'sticker', content, payload: GOODBYE_STICKER }
  }
  if (type === 'image') return { kind: 'image', content: { kind: 'image', set: null } }
  return { kind: 'text' }
}

function onPhone(
  ids: Pick<PastMessage, 'channel_key' | 'user_id' | 'id' | 'at'>,
  line: Line,
  isAnswered: boolean,
): PastMessage {
  if (line.from === 'staff') return { ...ids, direction: 'out', type: 'text', text: line.text, via: 'push' }
  const texts = { ...ids, direction: 'in' as const, read: isAnswered }
  if (line.type === 'sticker') return { ...texts, type: 'sticker', sticker_id: GOODBYE_STICKER.stickerId }
  if (line.slip) return { ...texts, type: 'image', slip: line.slip }
  return { ...texts, type: 'text', text: line.text }
}

export function addTicket(
  rows: DemoRows,
  random: SeededRandom,
  details: DemoTicket,
  story: DemoConversation,
): void {
  const { channelKey, agentId, openedAt } = details
  const ticketId = random.uuid()
  const event = (kind: TicketEventKind, at: Date, staffId: string | null, data?: Record<string, unknown>) =>
    rows.events.push({ ticketId, channelKey, kind, at, staffId, ...(data ? { data } : {}) })
  const line = (kind: TicketEventKind, at: Date, staffId: string | null) => {
    const afterSeq = story.lines.filter((each) => each.at <= at).length
    rows.events.push({ ticketId, channelKey, kind, at, staffId, afterSeq, revision: 0 })
  }

  event('opened', openedAt, null)
  if (story.acceptedAt) line('accepted', story.acceptedAt, agentId)
  let firstResponseAt: Date | null = null
  let waitingSince: Date | null = null
  let lastInSeq = 0
  let lastOutSeq = 0
  let inCount = 0
  for (const [index, line] of story.lines.entries()) {
    const seq = index + 1
    const id = random.uuid()
    const isIn = line.from === 'customer'
    const lineMessageId = lineMessageIdAt(line.at, rows.messages.length)
    rows.messages.push({
      id,
      ticketId,
      channelKey,
      seq,
      direction: isIn ? 'IN' : 'OUT',
      messageType: line.type === 'image' ? 'image' : 'text',
      text: line.text,
      ...kindOf(line),
      lineMessageId,
      clientMessageId: isIn ? null : random.uuid(),
      senderStaffId: isIn ? null : agentId,
      eventTime: line.at,
      sortAt: line.at,
      createdAt: line.at,
    })
    const isAnswered = story.lines.slice(index).some((later) => later.from === 'staff')
    const ids = { channel_key: channelKey, user_id: details.lineUserId, id: lineMessageId }
    rows.past.push(onPhone({ ...ids, at: line.at.toISOString() }, line, isAnswered))
    if (line.type === 'image') {
      rows.media.push({
        id: random.uuid(),
        purpose: 'customer',
        kind: 'image',
        channelKey,
        messageId: id,
        lineMessageId,
        createdAt: line.at,
      })
    }
    if (isIn) {
      lastInSeq = seq
      inCount += 1
      waitingSince ??= line.at
      continue
    }
    lastOutSeq = seq
    if (firstResponseAt === null) {
      firstResponseAt = line.at
      event('first_response', line.at, agentId)
    }
    if (waitingSince !== null)
      event('answered', line.at, agentId, { message_id: id, waiting_since: waitingSince.toISOString() })
    waitingSince = null
    const sentAt = new Date(line.at.getTime() + random.whole(120, 900))
    rows.deliveries.push({
      messageId: id,
      ticketId,
      channelKey,
      seq,
      state: 'sent',
      attempts: 1,
      nextAttemptAt: line.at,
      customerId: details.customerId,
      via: 'push',
      sentAt,
      createdAt: line.at,
    })
  }
  if (story.closedAt) line('closed', story.closedAt, details.closerId)
  if (agentId !== null)
    rows.assignments.push({
      ticketId,
      staffId: agentId,
      startedAt: story.acceptedAt ?? openedAt,
      startedById: agentId,
      endedAt: story.closedAt,
      endedById: story.closedAt ? details.closerId : null,
    })
  const last = story.lines[story.lines.length - 1]
  if (last === undefined) throw new Error('a ticket must start with a message')
  rows.tickets.push({
    id: ticketId,
    channelKey,
    customerId: details.customerId,
    status: story.closedAt ? 'CLOSED' : 'OPEN',
    subject: story.issue,
    priority: details.isVip ? 'VIP' : 'NORMAL',
    assigneeId: agentId,
    closedById: story.closedAt ? details.closerId : null,
    openedAt,
    createdAt: openedAt,
    acceptedAt: story.acceptedAt,
    firstResponseAt,
    closedAt: story.closedAt,
    lastActivityAt: last.at,
    version: 1 + story.lines.length + (story.acceptedAt ? 1 : 0) + (story.closedAt ? 1 : 0),
    lastSeq: story.lines.length,
    lastInSeq,
    lastOutSeq,
    inCount,
    waitingSince: story.closedAt ? null : waitingSince,
    lastMessageDirection: last.from === 'customer' ? 'IN' : 'OUT',
    lastMessageType: last.type === 'image' ? 'image' : 'text',
    lastMessageText: preview(last.text),
    lastMessageAt: last.at,
    newestSortAt: last.at,
  })
  if (agentId !== null) {
    const seq = story.closedAt ? story.lines.length : lastOutSeq
    const readAt = story.lines[seq - 1]?.at ?? last.at
    rows.reads.push({ ticketId, staffId: agentId, seq, readAt })
  }
}
