import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { OutboxMessage } from '../outbox/outbox.ts'
import { imageBox } from './message-kinds/image-dimensions.ts'
import {
  groupImageSets,
  keyOf,
  type ThreadDay,
  type ThreadEvent,
  type ThreadMessage,
} from './thread-layout.ts'

/** Row of a conversation. Its key stays the same while rows around it change. */
export type ThreadRow = { key: string } & (
  | { kind: 'older' }
  | { kind: 'case'; ticket: Ticket; isPast: boolean }
  /** Heading of the next earlier ticket, whose messages are not loaded. */
  | { kind: 'earlier'; ticket: Ticket }
  | { kind: 'day'; at: string }
  | { kind: 'unread' }
  | { kind: 'event'; event: ThreadEvent; isPast: boolean }
  /** Row with one message, or with the images of one set. */
  | { kind: 'messages'; messages: ThreadMessage[]; isFirstOfRun: boolean; isPast: boolean }
  | { kind: 'unsent'; message: OutboxMessage }
)

export type ThreadRows = ReturnType<typeof rowsOf>

interface PastTicket {
  ticket: Ticket
  hasOlder: boolean
  days: readonly ThreadDay[]
}

export interface EarlierContent {
  tickets: readonly PastTicket[]
  next: Ticket | null
  ticket: Ticket
}

export function rowsOf(
  days: readonly ThreadDay[],
  pending: readonly OutboxMessage[],
  hasOlder: boolean,
  past: EarlierContent | null = null,
) {
  const rows: ThreadRow[] = []
  /** Index of the day row for each row; -1 for rows above all days. */
  const dayOf: number[] = []
  const indexOf = new Map<string, number>()
  let day = -1
  const add = (row: ThreadRow) => {
    if (row.kind === 'day') day = rows.length
    dayOf.push(day)
    rows.push(row)
  }
  const addDays = (some: readonly ThreadDay[], name: string, isPast: boolean) => {
    for (const { key, at, entries } of some) {
      add({ kind: 'day', key: `day:${name}${key}`, at })
      for (const entry of entries) {
        if (entry.kind === 'unread') add({ kind: 'unread', key: 'unread' })
        else if (entry.kind === 'event') {
          if (entry.note) indexOf.set(entry.key, rows.length)
          add({ kind: 'event', key: `event:${name}${entry.key}`, event: entry, isPast })
        } else
          for (const [index, messages] of groupImageSets(entry.messages).entries()) {
            const [first] = messages
            if (first === undefined) continue
            for (const { message } of messages) indexOf.set(message.id, rows.length)
            const key = keyOf(first.message)
            add({ kind: 'messages', key, messages, isFirstOfRun: index === 0, isPast })
          }
      }
    }
  }
  if (hasOlder) add({ kind: 'older', key: 'older' })
  // An earlier ticket is offered only when the ticket below it is completely loaded.
  if (past?.next && !past.tickets[0]?.hasOlder)
    add({ kind: 'earlier', key: `case:${past.next.id}`, ticket: past.next })
  for (const { ticket, days: itsDays, hasOlder: isCut } of past?.tickets ?? []) {
    add({ kind: 'case', key: `case:${ticket.id}`, ticket, isPast: true })
    if (isCut) add({ kind: 'older', key: `older:${ticket.id}` })
    addDays(itsDays, `${ticket.id}:`, true)
  }
  if (past !== null && past.tickets.length > 0)
    add({ kind: 'case', key: `case:${past.ticket.id}`, ticket: past.ticket, isPast: false })
  addDays(days, '', false)
  for (const message of pending) {
    indexOf.set(message.id, rows.length)
    add({ kind: 'unsent', key: message.id, message })
  }
  return { rows, dayOf, indexOf }
}

const LINE_PX = 22
const LINE_LETTERS = 42
const AROUND_PX = 24
const FOOT_PX = 19
const KIND_PX: Partial<Record<NonNullable<Message['content']>['kind'], number>> = {
  sticker: 130,
  audio: 68,
  file: 72,
  location: 92,
}

/** Returns the estimated height of a row that was not rendered yet, in px. */
export function estimatedHeight(row: ThreadRow): number {
  switch (row.kind) {
    case 'older':
      return 42
    case 'case':
    case 'earlier':
      return 56
    case 'day':
      return 38
    case 'unread':
      return 34
    case 'event':
      return row.event.reason ? 62 : 26
    case 'unsent':
      return AROUND_PX + FOOT_PX + textPx(row.message.text) + (row.message.state === 'sending' ? 0 : 40)
    case 'messages': {
      const foot = row.messages.some((each) => each.showsFoot) ? FOOT_PX : 0
      if (row.messages.length > 1) return AROUND_PX + foot + Math.ceil(row.messages.length / 2) * 150
      const [first] = row.messages
      return first === undefined ? 0 : AROUND_PX + foot + contentPx(first.message)
    }
  }
}

function contentPx({ content, message_type, text }: Message): number {
  if (content?.kind === 'image' || content?.kind === 'video') {
    const { media } = content
    return imageBox(media?.width, media?.height, media?.state === 'gone').height
  }
  if (content === null && message_type === 'image') return imageBox(null, null).height
  return (content && KIND_PX[content.kind]) ?? textPx(text)
}

function textPx(text: string | null): number {
  let lines = 0
  for (const line of (text ?? '').split('\n', 200))
    lines += Math.max(1, Math.ceil(line.length / LINE_LETTERS))
  return lines * LINE_PX
}
