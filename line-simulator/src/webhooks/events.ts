import { monotonicFactory } from 'ulid'

export interface WebhookEvent {
  type: string
  /** `standby`: another module of the channel controls the conversation, so there is no reply token. */
  mode: 'active' | 'standby'
  /** Time of the event in ms. A redelivery does not change it. */
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

export type EventBody = { type: string; replyToken?: string } & Partial<WebhookEvent> &
  Record<string, unknown>

const nextUlid = monotonicFactory()

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

export const REPLYABLE: readonly string[] = [
  ...['message', 'follow', 'postback', 'videoPlayComplete', 'beacon', 'accountLink', 'membership'],
]
