import { monotonicFactory } from 'ulid'

/** A webhook event for a one-to-one chat, in LINE's shape. */
export interface WebhookEvent {
  type: string
  mode: 'active'
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

type EventBody =
  | { type: 'message'; replyToken: string; message: Record<string, unknown> }
  | { type: 'follow'; replyToken: string; follow: { isUnblocked: boolean } }
  | { type: 'unfollow' }
  | { type: 'unsend'; unsend: { messageId: string } }
  | { type: 'postback'; replyToken: string; postback: { data: string; params?: Record<string, string> } }

const nextUlid = monotonicFactory()

/** Wraps a body into an event that happened at `timestamp` (ms). */
export function newWebhookEvent(userId: string, timestamp: number, body: EventBody): WebhookEvent {
  return {
    ...body,
    mode: 'active',
    timestamp,
    source: { type: 'user', userId },
    webhookEventId: nextUlid(timestamp),
    deliveryContext: { isRedelivery: false },
  }
}
