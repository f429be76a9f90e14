import type { SlipDetails } from '../drawing/bank-slip.ts'
import { Journal } from './journal.ts'

/** Message in a conversation. `in`: sent to the channel. `out`: sent by the channel. */
export interface PhoneMessage {
  id: string
  direction: 'in' | 'out'
  type: string
  text: string | null
  /** Time in ISO 8601, in UTC. */
  at: string
  message: Record<string, unknown>
  via?: 'reply' | 'push'
  retry_key?: string | null
  webhook_event_id?: string
  /** Status of the desk's response to the webhook: 408 after more than 2 s, or 0 without a response. */
  status?: number
  unsent?: boolean
  read?: boolean
  quoted?: string
  slip?: SlipDetails
  /** True for a message that was inserted as history. The next inserted history replaces such messages. */
  past?: boolean
}

export interface SentMessage {
  id: string
  quoteToken?: string
}

export interface AcceptedRetry {
  key: string
  request_id: string
  body_hash: string
  sent: SentMessage[]
  /** Unix time in ms. */
  at: number
}

export type LedgerEntry =
  | { kind: 'in'; channel: string; user: string; message: PhoneMessage }
  | { kind: 'status'; channel: string; user: string; id: string; status: number }
  | { kind: 'unsend'; channel: string; user: string; id: string }
  /** The message `id` and all earlier messages were marked as read. */
  | { kind: 'read'; channel: string; user: string; id: string }
  | {
      kind: 'out'
      channel: string
      user: string
      messages: PhoneMessage[]
      shown: boolean
      month?: string
      retry?: AcceptedRetry
    }
  | { kind: 'history'; messages: { channel: string; user: string; message: PhoneMessage }[] }
  | { kind: 'follow'; channel: string; user: string; following: boolean }
  | { kind: 'retry'; channel: string; retry: AcceptedRetry }
  | { kind: 'quota'; channel: string; month: string; used: number }

const RETRY_KEY_LIFE_MS = 24 * 60 * 60 * 1000
/** Maximum number of messages per customer and channel: in memory, and in the journal. */
const MAX_MESSAGES = 1_000
const MAX_SAVED_MESSAGES = 200
const MAX_RETRY_KEYS = 200_000
const COMPACT_AFTER_LINES = 50_000

function keyOf(channel: string, part: string): string {
  return `${channel}/${part}`
}

interface Chat {
  channel: string
  user: string
}

/** State of all conversations. Each change is one journal entry, so a message and its retry key are stored together. */
export class Ledger {
  private readonly journal: Journal<LedgerEntry>
  private readonly now: () => number
  private readonly conversations = new Map<string, Chat & { messages: PhoneMessage[] }>()
  private readonly messages = new Map<string, { channel: string; message: PhoneMessage }>()
  private readonly retries = new Map<string, { channel: string; retry: AcceptedRetry }>()
  private readonly blocked = new Map<string, Chat>()
  private readonly used = new Map<string, { channel: string; month: string; used: number }>()
  private readonly onRecord: (entry: LedgerEntry) => void

  constructor(path: string, now: () => number, onRecord: (entry: LedgerEntry) => void) {
    this.now = now
    this.onRecord = onRecord
    this.journal = new Journal(path)
    const entries = this.journal.read()
    for (const entry of entries) this.apply(entry)
    if (entries.length > 0) this.compact()
  }

  record(entry: LedgerEntry): void {
    this.apply(entry)
    this.journal.append(entry)
    if (this.journal.appended > COMPACT_AFTER_LINES) this.compact()
    this.onRecord(entry)
  }

  /** Returns the messages of a conversation, oldest first. */
  conversation(channel: string, user: string): readonly PhoneMessage[] {
    return this.conversations.get(keyOf(channel, user))?.messages ?? []
  }

  lastMessage(channel: string, user: string): PhoneMessage | undefined {
    return this.conversation(channel, user).at(-1)
  }

  incoming(channel: string, id: string): PhoneMessage | undefined {
    const found = this.messages.get(id)
    return found?.channel === channel && found.message.direction === 'in' ? found.message : undefined
  }

  acceptedRetry(channel: string, key: string): AcceptedRetry | undefined {
    const found = this.retries.get(keyOf(channel, key))?.retry
    return found && found.at > this.now() - RETRY_KEY_LIFE_MS ? found : undefined
  }

  follows(channel: string, user: string): boolean {
    return !this.blocked.has(keyOf(channel, user))
  }

  quotaUsed(channel: string, month: string): number {
    return this.used.get(keyOf(channel, month))?.used ?? 0
  }

  close(): void {
    this.journal.close()
  }

  private apply(entry: LedgerEntry): void {
    switch (entry.kind) {
      case 'in':
        this.push(entry.channel, entry.user, entry.message)
        break
      case 'out':
        if (entry.shown) for (const message of entry.messages) this.push(entry.channel, entry.user, message)
        if (entry.retry) this.accept(entry.channel, entry.retry)
        if (entry.month)
          this.setUsed(entry.channel, entry.month, this.quotaUsed(entry.channel, entry.month) + 1)
        break
      case 'status': {
        const message = this.messages.get(entry.id)?.message
        if (message) message.status = entry.status
        break
      }
      case 'unsend': {
        const message = this.messages.get(entry.id)?.message
        if (message) {
          message.unsent = true
          message.text = null
        }
        break
      }
      case 'read': {
        const list = this.conversation(entry.channel, entry.user)
        const last = list.findIndex((each) => each.id === entry.id)
        for (const message of list.slice(0, last + 1)) if (message.direction === 'in') message.read = true
        break
      }
      case 'history':
        this.replaceHistory(entry.messages)
        break
      case 'follow': {
        const { channel, user, following } = entry
        if (following) this.blocked.delete(keyOf(channel, user))
        else this.blocked.set(keyOf(channel, user), { channel, user })
        break
      }
      case 'retry':
        this.accept(entry.channel, entry.retry)
        break
      case 'quota':
        this.setUsed(entry.channel, entry.month, entry.used)
        break
    }
  }

  private replaceHistory(messages: { channel: string; user: string; message: PhoneMessage }[]): void {
    for (const conversation of this.conversations.values()) {
      for (const message of conversation.messages) if (message.past) this.messages.delete(message.id)
      conversation.messages = conversation.messages.filter((message) => !message.past)
    }
    for (const { channel, user, message } of messages) {
      if (!this.messages.has(message.id)) this.push(channel, user, { ...message, past: true })
    }
    for (const { messages } of this.conversations.values())
      messages.sort((one, other) => one.at.localeCompare(other.at))
  }

  private push(channel: string, user: string, message: PhoneMessage): void {
    const key = keyOf(channel, user)
    const conversation = this.conversations.get(key) ?? { channel, user, messages: [] }
    const { messages } = conversation
    messages.push(message)
    this.messages.set(message.id, { channel, message })
    while (messages.length > MAX_MESSAGES) {
      const dropped = messages.shift()
      if (dropped) this.messages.delete(dropped.id)
    }
    this.conversations.set(key, conversation)
  }

  private setUsed(channel: string, month: string, used: number): void {
    this.used.set(keyOf(channel, month), { channel, month, used })
  }

  private accept(channel: string, retry: AcceptedRetry): void {
    const oldest = this.now() - RETRY_KEY_LIFE_MS
    if (retry.at <= oldest) return
    this.retries.set(keyOf(channel, retry.key), { channel, retry })
    // A Map iterates in insertion order: oldest keys first.
    for (const [key, { retry: each }] of this.retries) {
      if (each.at > oldest && this.retries.size <= MAX_RETRY_KEYS) break
      this.retries.delete(key)
    }
  }

  private compact(): void {
    const entries: LedgerEntry[] = []
    for (const chat of this.blocked.values()) entries.push({ kind: 'follow', ...chat, following: false })
    for (const used of this.used.values()) entries.push({ kind: 'quota', ...used })
    for (const retry of this.retries.values()) entries.push({ kind: 'retry', ...retry })
    for (const { channel, user, messages } of this.conversations.values()) {
      for (const message of messages.slice(-MAX_SAVED_MESSAGES)) {
        if (message.direction === 'in') entries.push({ kind: 'in', channel, user, message })
        else entries.push({ kind: 'out', channel, user, messages: [message], shown: true })
      }
    }
    this.journal.rewrite(entries)
  }
}
