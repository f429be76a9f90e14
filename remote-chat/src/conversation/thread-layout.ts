import { isUndelivered } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'

export interface ThreadDay {
  key: string
  at: string
  entries: ThreadEntry[]
}

type ThreadEntry =
  | { kind: 'run'; key: string; direction: 'IN' | 'OUT'; messages: ThreadMessage[] }
  | ({ kind: 'event' } & ThreadEvent)
  | { kind: 'unread'; key: 'unread' }

export interface ThreadMessage {
  message: Message
  /** True for the last of consecutive messages, for an undelivered one, and before one with another delivery state. */
  showsFoot: boolean
}

export interface ThreadEvent {
  key: string
  text: string
  at: string
  note?: TimelineEvent
  reason?: string | null
  /** Number of the message before the event; undefined when the server sends none: the event is placed by its time. */
  afterSeq?: number
}

const RUN_GAP_MS = 5 * 60_000

export function layOutThread(
  messages: readonly Message[],
  events: readonly ThreadEvent[],
  dayOf: (moment: string) => string,
  unreadFrom: string | null = null,
): ThreadDay[] {
  const days: ThreadDay[] = []
  const behind = moveBehind(
    messages,
    events.filter(({ afterSeq }) => afterSeq !== undefined),
  )
  const waiting = events
    .filter(({ afterSeq }) => afterSeq === undefined)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const dayAt = (at: string) => {
    const key = dayOf(at)
    const last = days.at(-1)
    if (last?.key === key) return last
    const day: ThreadDay = { key, at, entries: [] }
    days.push(day)
    return day
  }
  const addEvent = (event: ThreadEvent, dayOfIt = event.at) =>
    dayAt(dayOfIt).entries.push({ kind: 'event', ...event })
  const addBehind = (index: number) => {
    const [before, after] = [messages[index]?.sort_at, messages[index + 1]?.sort_at]
    // The event's time is limited to the times of its neighbors: clocks differ, and a day could otherwise appear twice.
    for (const event of behind.get(index) ?? []) addEvent(event, within(event.at, before, after))
  }

  addBehind(-1)
  for (const [index, message] of messages.entries()) {
    while (waiting[0] && Date.parse(waiting[0].at) <= Date.parse(message.sort_at)) {
      const event = waiting.shift()
      if (event) addEvent(event)
    }
    const day = dayAt(message.sort_at)
    if (message.id === unreadFrom) day.entries.push({ kind: 'unread', key: 'unread' })
    addMessage(day, message)
    addBehind(index)
  }
  for (const event of waiting) addEvent(event)
  return days
}

/** Returns the events by the index of the message that they follow; -1 when they precede all messages. */
function moveBehind(
  messages: readonly Message[],
  events: readonly ThreadEvent[],
): Map<number, ThreadEvent[]> {
  const behind = new Map<number, ThreadEvent[]>()
  for (const event of events) {
    const { afterSeq = 0 } = event
    const index = messages.findLastIndex(({ seq }) => seq <= afterSeq)
    const events = behind.get(index)
    if (events) events.push(event)
    else behind.set(index, [event])
  }
  return behind
}

function within(at: string, from: string | undefined, to: string | undefined): string {
  if (from !== undefined && Date.parse(at) < Date.parse(from)) return from
  return to !== undefined && Date.parse(at) > Date.parse(to) ? to : at
}

function addMessage(day: ThreadDay, message: Message): void {
  const last = day.entries.at(-1)
  const before = last?.kind === 'run' ? last.messages.at(-1) : undefined
  if (last?.kind === 'run' && before && belongsTogether(before.message, message)) {
    before.showsFoot = message.direction === 'OUT' && hasOwnFoot(before.message, message)
    last.messages.push({ message, showsFoot: true })
    return
  }
  day.entries.push({
    kind: 'run',
    key: keyOf(message),
    direction: message.direction,
    messages: [{ message, showsFoot: true }],
  })
}

function hasOwnFoot(message: Message, next: Message): boolean {
  if (isUndelivered(message)) return true
  return (
    message.delivery !== next.delivery ||
    message.delivery_error !== next.delivery_error ||
    message.via !== next.via
  )
}

function belongsTogether(a: Message, b: Message): boolean {
  if (a.direction !== b.direction || (a.sender?.id ?? '') !== (b.sender?.id ?? '')) return false
  return Date.parse(b.sort_at) - Date.parse(a.sort_at) < RUN_GAP_MS
}

const setOf = ({ content }: Message) => (content?.kind === 'image' ? content.set : null)

export function groupImageSets(run: readonly ThreadMessage[]): ThreadMessage[][] {
  const groups: ThreadMessage[][] = []
  for (const each of run) {
    const id = setOf(each.message)?.id
    const before = groups.at(-1)
    const neighbour = before?.at(-1)
    if (before && neighbour && id !== undefined && setOf(neighbour.message)?.id === id) before.push(each)
    else groups.push([each])
  }
  const indexOf = ({ message }: ThreadMessage) => setOf(message)?.index ?? Number.MAX_SAFE_INTEGER
  return groups.map((group) => group.sort((a, b) => indexOf(a) - indexOf(b)))
}

export function sameMessages(before: readonly Message[], after: readonly Message[]): boolean {
  return before.length === after.length && before.every((message, index) => message === after[index])
}

/** Returns a key that is the same before and after the server has assigned an id to the message. */
export function keyOf(message: Pick<Message, 'id' | 'client_message_id'>): string {
  return message.client_message_id ?? message.id
}

export function hasReply(
  messages: readonly Message[],
  unreadFrom: string | null,
  isOwn: (message: Message) => boolean,
): boolean {
  const from = messages.findIndex(({ id }) => id === unreadFrom)
  return from >= 0 && messages.slice(from).some(isOwn)
}
