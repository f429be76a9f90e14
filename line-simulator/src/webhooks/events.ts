import { monotonicFactory } from 'ulid'

/** A webhook event for a one-to-one chat, in LINE's shape. */
export interface WebhookEvent {
  type: string
  /** `standby`: another module of the account has the conversation, so there is no reply token. */
  mode: 'active' | 'standby'
  /** When it happened, in ms; the same on redelivery. */
  timestamp: number
  source: { type: 'user'; userId: string }
  webhookEventId: string
  deliveryContext: { isRedelivery: boolean }
  replyToken?: string
  message?: Record<string, unknown>
  follow?: { isUnblocked: boolean }
  unsend?: { messageId: string }
  postback?: { data: string; params?: Record<string, string> }
}

/** What is of the event's own kind: its type and what hangs on it. */
export type EventBody = { type: string; replyToken?: string } & Partial<WebhookEvent> &
  Record<string, unknown>

const nextUlid = monotonicFactory()

/** Wraps a body into an event that happened at `timestamp` (ms). */
export function newWebhookEvent(userId: string, timestamp: number, body: EventBody): WebhookEvent {
  return {
    mode: 'active',
    timestamp,
    source: { type: 'user', userId },
    webhookEventId: nextUlid(timestamp),
    deliveryContext: { isRedelivery: false },
    ...body,
  }
}

/** Events that can be answered with a reply. */
export const ANSWERABLE: readonly string[] = [
  ...['message', 'follow', 'postback', 'videoPlayComplete', 'beacon', 'accountLink', 'membership'],
]
