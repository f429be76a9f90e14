import { replaceEqualDeep } from '@tanstack/react-query'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'

/** Loaded part of a conversation: messages in reading order, without duplicates. */
export interface Thread {
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  /** Ticket revision up to which all changes are included; 0 when the server has no revisions. */
  readonly revision: number
  /** Known timeline events, including those of pages that are not loaded. Null when the server sends no events. */
  readonly timelineEvents: readonly TimelineEvent[] | null
}

export const EMPTY_THREAD: Thread = { messages: [], hasOlder: false, revision: 0, timelineEvents: null }

/** Order of delivery states. A failed delivery may be retried, so `sent` ranks above `failed`. */
const DELIVERY_RANK = { queued: 1, failed: 2, sent: 3 } as const
const rankOf = (message: Message) => (message.delivery === null ? 0 : DELIVERY_RANK[message.delivery])

/** Returns the message with the higher revision; without revisions, with the later delivery state, else `incoming`. */
export function mergeMessage(known: Message, incoming: Message): Message {
  const newer =
    known.revision !== incoming.revision && known.revision > 0 && incoming.revision > 0
      ? incoming.revision > known.revision
      : rankOf(incoming) >= rankOf(known)
  const winner = newer ? incoming : known
  const merged = {
    ...winner,
    seq: Math.max(known.seq, incoming.seq),
    revision: Math.max(known.revision, incoming.revision),
    via: winner.via ?? known.via ?? incoming.via,
  }
  return replaceEqualDeep(known, merged)
}

function compareMessages(a: Message, b: Message): number {
  return (
    Date.parse(a.sort_at) - Date.parse(b.sort_at) || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

/** Merges messages that may be duplicates and in any order. Returns the same reference when nothing changed. */
export function mergeMessages(known: readonly Message[], incoming: Iterable<Message>): readonly Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  let changed = false
  for (const message of incoming) {
    const before = byId.get(message.id)
    const after = before ? mergeMessage(before, message) : message
    if (after === before) continue
    byId.set(message.id, after)
    changed = true
  }
  return changed ? [...byId.values()].sort(compareMessages) : known
}

/** Merges timeline events. Returns the same reference when nothing changed. */
export function mergeTimelineEvents(
  known: readonly TimelineEvent[] | null,
  incoming: readonly TimelineEvent[],
): readonly TimelineEvent[] {
  const byId = new Map(known?.map((timelineEvent) => [timelineEvent.id, timelineEvent]))
  let changed = known === null
  for (const timelineEvent of incoming) {
    const before = byId.get(timelineEvent.id)
    if (before !== undefined && before.revision >= timelineEvent.revision) continue
    byId.set(timelineEvent.id, timelineEvent)
    changed = true
  }
  if (!changed) return known ?? []
  return [...byId.values()].sort(
    (a, b) => a.after_seq - b.after_seq || Date.parse(a.at) - Date.parse(b.at) || a.revision - b.revision,
  )
}

export function lastRevisionOf(messages: readonly Message[]): number {
  return messages.reduce((last, message) => Math.max(last, message.revision), 0)
}

/** Returns the last number before the first gap, counting from the lowest of `seqs`; 0 when there are none. */
export function lastContiguousSeq(seqs: Iterable<number>): number {
  const sorted = [...new Set(seqs)].filter((seq) => seq > 0).sort((a, b) => a - b)
  let last = sorted[0] ?? 0
  for (const seq of sorted.slice(1)) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
}

export function hasSeqGap(seqs: Iterable<number>, knownLastSeq = 0): boolean {
  const all = [...seqs].filter((seq) => seq > 0)
  return lastContiguousSeq(all) < Math.max(knownLastSeq, ...all, 0)
}

/**
 * Returns the `seq` after which polling fetches messages, so that it fetches missing messages, and queued ones, whose
 * delivery may have changed. Null when the server sends no `seq`; polling then fetches the newest page.
 */
export function firstSeqToFetch(messages: readonly Message[]): number | null {
  const last = lastContiguousSeq(messages.map((message) => message.seq))
  if (last === 0) return null
  const open = messages.filter((message) => message.delivery === 'queued' && message.seq > 0)
  return Math.min(last, ...open.map((message) => message.seq - 1))
}

/** Returns the lowest message number; 0 without messages. The first message in reading order may have a higher one. */
export function firstSeqOf(messages: readonly Message[]): number {
  return messages.length === 0 ? 0 : Math.min(...messages.map((message) => message.seq))
}

export function lastSeqOf(messages: readonly Message[]): number {
  return messages.reduce((last, message) => Math.max(last, message.seq), 0)
}
