import { replaceEqualDeep } from '@tanstack/react-query'
import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { Message } from 'shared/contract/messages/message.ts'

/** A conversation as far as it is loaded: in the order in which it was said, without repeats. */
export interface Thread {
  readonly messages: readonly Message[]
  /** Older messages can be asked for. */
  readonly hasOlder: boolean
  /** Every change up to this revision of the ticket is in; 0: the server does not count revisions. */
  readonly revision: number
  /** What else stands between the messages, as far as known, also of pages that are not loaded; null: the server tells none. */
  readonly lines: readonly ConversationLine[] | null
}

export const EMPTY_THREAD: Thread = { messages: [], hasOlder: false, revision: 0, lines: null }

/** Order of delivery states: a failed delivery may be retried, so `sent` is final. */
const DELIVERY_RANK = { queued: 1, failed: 2, sent: 3 } as const
const rankOf = (message: Message) => (message.delivery === null ? 0 : DELIVERY_RANK[message.delivery])

/** Merges two versions of one message: the higher revision wins; without revisions the later delivery state, and of equal ones `incoming`. */
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

/** The order in which people read: by `sort_at`, then by arrival; for a server without seq, by id. */
function compareMessages(a: Message, b: Message): number {
  return (
    Date.parse(a.sort_at) - Date.parse(b.sort_at) || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

/** Adds messages in any order, with any repeats. The same reference when nothing is new. */
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

/** Adds lines in any order, with any repeats, in the order in which they stand. The same reference when nothing is new. */
export function mergeLines(
  known: readonly ConversationLine[] | null,
  incoming: readonly ConversationLine[],
): readonly ConversationLine[] {
  const byId = new Map(known?.map((line) => [line.id, line]))
  let changed = known === null
  for (const line of incoming) {
    const before = byId.get(line.id)
    if (before !== undefined && before.revision >= line.revision) continue
    byId.set(line.id, line)
    changed = true
  }
  if (!changed) return known ?? []
  return [...byId.values()].sort(
    (a, b) => a.after_seq - b.after_seq || Date.parse(a.at) - Date.parse(b.at) || a.revision - b.revision,
  )
}

/** The highest revision among messages, 0 for none. */
export function lastRevisionOf(messages: readonly Message[]): number {
  return messages.reduce((last, message) => Math.max(last, message.revision), 0)
}

/**
 * The last number up to which nothing is missing, going up from the first of `seqs` (which need not be 1: older pages
 * may not be loaded). 0 for none. `seqs` need not be sorted or free of repeats; numbers below 1 do not count.
 */
export function lastContiguousSeq(seqs: Iterable<number>): number {
  const sorted = [...new Set(seqs)].filter((seq) => seq > 0).sort((a, b) => a - b)
  let last = sorted[0] ?? 0
  for (const seq of sorted.slice(1)) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
}

/** True when a message is missing between the loaded ones, or before one that is said to exist. */
export function hasSeqGap(seqs: Iterable<number>, knownLastSeq = 0): boolean {
  const all = [...seqs].filter((seq) => seq > 0)
  return lastContiguousSeq(all) < Math.max(knownLastSeq, ...all, 0)
}

/**
 * For a server without revisions: the `after_seq` to ask with. The end of the part without gaps, or the seq before the first
 * message that is still queued, so that polling sees its delivery. Null: the server has no seq, ask for the newest page.
 */
export function catchUpFrom(messages: readonly Message[]): number | null {
  const last = lastContiguousSeq(messages.map((message) => message.seq))
  if (last === 0) return null
  const open = messages.filter((message) => message.delivery === 'queued' && message.seq > 0)
  return Math.min(last, ...open.map((message) => message.seq - 1))
}

/** The lowest number among messages, 0 for none: pages are asked for by number, and what stands first may have come late. */
export function firstSeqOf(messages: readonly Message[]): number {
  return messages.length === 0 ? 0 : Math.min(...messages.map((message) => message.seq))
}

/** The highest number on the screen, 0 for none. */
export function lastSeqOf(messages: readonly Message[]): number {
  return messages.reduce((last, message) => Math.max(last, message.seq), 0)
}
