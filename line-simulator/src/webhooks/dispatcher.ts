import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../observe-calls.ts'
import type { Fault, Faults } from '../state/faults.ts'
import type { ReplyTokens } from '../state/reply-tokens.ts'
import type { Channel } from '../world/world.ts'
import type { WebhookEvent } from './events.ts'

/** Timeout of a webhook in ms: LINE waits two seconds for a bot. */
const WEBHOOK_TIMEOUT_MS = 2_000
/** Maximum delay in ms of a reordered webhook, which is then sent even when no other webhook follows. */
const MAX_DELAY_MS = 2_000
const REDELIVERY_PAUSES_MS = [1_000, 3_000, 9_000]
const MAX_WAITING = 1_000

interface DeliveryResult {
  /** Status of the response: 408 after more than 2 s, 0 when there was no response. */
  status: number
  reason: 'OK' | 'COULD_NOT_CONNECT' | 'REQUEST_TIMEOUT' | 'ERROR_STATUS_CODE'
  detail: string
}

interface Queue {
  tail: Promise<unknown>
  waiting: number
  release: (() => void) | undefined
}

interface DispatcherParts {
  endpointOf: (channelKey: string) => string
  redelivers: (channelKey: string) => boolean
  faults: Faults
  replyTokens: ReplyTokens
  observe: (exchange: Exchange) => void
}

/** Sends webhooks one at a time and in order, per customer and channel. */
export class WebhookDispatcher {
  private readonly parts: DispatcherParts
  private readonly queues = new Map<string, Queue>()
  private readonly stopping = new AbortController()

  constructor(parts: DispatcherParts) {
    this.parts = parts
  }

  /** Returns undefined when too many webhooks are pending. */
  async send(channel: Channel, event: WebhookEvent): Promise<DeliveryResult | undefined> {
    const key = `${channel.key}/${event.source.userId}`
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(), waiting: 0, release: undefined }
    if (queue.waiting >= MAX_WAITING) return undefined
    this.queues.set(key, queue)
    queue.waiting += 1
    const fault = this.parts.faults.strike('webhook')
    const held = fault?.mode === 'reorder' && !queue.release
    const work = held ? this.delayWebhook(queue, channel, event) : this.enqueue(queue, channel, event, fault)
    try {
      return await work
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) this.queues.delete(key)
    }
  }

  async verify(channel: Channel, endpoint: string): Promise<DeliveryResult> {
    return this.post(channel, endpoint, { destination: channel.bot_user_id, events: [] })
  }

  close(): void {
    this.stopping.abort()
    for (const queue of this.queues.values()) queue.release?.()
  }

  private enqueue(
    queue: Queue,
    channel: Channel,
    event: WebhookEvent,
    fault: Fault | undefined,
  ): Promise<DeliveryResult> {
    const delivery = queue.tail.then(() => this.deliver(channel, event, fault))
    queue.tail = delivery.then(
      () => this.releaseQueue(queue),
      () => this.releaseQueue(queue),
    )
    return delivery
  }

  private releaseQueue(queue: Queue): void {
    queue.release?.()
    queue.release = undefined
  }

  /** Keeps a webhook outside the queue until the next webhook is sent or the maximum delay has passed. */
  private async delayWebhook(queue: Queue, channel: Channel, event: WebhookEvent): Promise<DeliveryResult> {
    const overtaken = new Promise<void>((resolve) => {
      queue.release = resolve
    })
    const waitAbort = new AbortController()
    const longest = pause(MAX_DELAY_MS, undefined, { signal: waitAbort.signal }).catch(() => undefined)
    await Promise.race([overtaken, longest])
    waitAbort.abort()
    queue.release = undefined
    return this.enqueue(queue, channel, event, undefined)
  }

  private async deliver(
    channel: Channel,
    event: WebhookEvent,
    fault: Fault | undefined,
  ): Promise<DeliveryResult> {
    if (fault?.mode === 'delay') await pause(fault.delay_ms, undefined, { signal: this.stopping.signal })
    const first = await this.once(channel, event)
    if (fault?.mode === 'duplicate') await this.once(channel, event)
    // With the fault drop_answer, LINE never received the desk's response, so it sends the webhook again.
    if (fault?.mode === 'redeliver' || fault?.mode === 'drop_answer') return this.again(channel, event)
    const failed = first.status < 200 || first.status > 299
    if (failed && this.parts.redelivers(channel.key)) return this.redeliver(channel, event, first)
    return first
  }

  private async redeliver(
    channel: Channel,
    event: WebhookEvent,
    first: DeliveryResult,
  ): Promise<DeliveryResult> {
    let last = first
    for (const wait of REDELIVERY_PAUSES_MS) {
      await pause(wait, undefined, { signal: this.stopping.signal })
      last = await this.again(channel, event)
      if (last.reason === 'OK') break
    }
    return last
  }

  private again(channel: Channel, event: WebhookEvent): Promise<DeliveryResult> {
    return this.once(channel, { ...event, deliveryContext: { isRedelivery: true } })
  }

  private async once(channel: Channel, event: WebhookEvent): Promise<DeliveryResult> {
    if (event.replyToken) this.parts.replyTokens.received(event.replyToken)
    const endpoint = this.parts.endpointOf(channel.key)
    return this.post(channel, endpoint, { destination: channel.bot_user_id, events: [event] })
  }

  private async post(channel: Channel, endpoint: string, callback: unknown): Promise<DeliveryResult> {
    const result = await this.call(channel, endpoint, JSON.stringify(callback))
    this.parts.observe({
      kind: 'webhook',
      channel_key: channel.key,
      request: callback,
      status: result.status,
    })
    return result
  }

  private async call(channel: Channel, endpoint: string, body: string): Promise<DeliveryResult> {
    const limit = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'LineBotWebhook/2.0',
          'x-line-signature': signWebhook(channel.channel_secret, body),
        },
        signal: AbortSignal.any([limit, this.stopping.signal]),
      })
      await response.arrayBuffer()
      const { status } = response
      const isAccepted = status >= 200 && status <= 299
      return { status, reason: isAccepted ? 'OK' : 'ERROR_STATUS_CODE', detail: String(status) }
    } catch (error) {
      if (limit.aborted) {
        return {
          status: 408,
          reason: 'REQUEST_TIMEOUT',
          detail: `no response within ${WEBHOOK_TIMEOUT_MS} ms`,
        }
      }
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      return { status: 0, reason: 'COULD_NOT_CONNECT', detail: cause || 'connection refused' }
    }
  }
}

/** Returns the signature of a webhook: Base64 of HMAC-SHA256 over the raw body. */
export function signWebhook(channelSecret: string, body: string): string {
  return createHmac('sha256', channelSecret).update(body, 'utf8').digest('base64')
}
