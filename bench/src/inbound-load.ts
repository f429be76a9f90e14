import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { SeededRandom } from '../../server/src/demo/seeded-random.ts'
import { lineEvent, signatureOf } from '../../server/src/testing/line-events.ts'
import type { WebhookCredentials } from './post-webhook.ts'

type Event = Record<string, unknown>

export const CONCURRENCY = 48
const CUSTOMERS_PER_CHANNEL = 250
const STRANGERS = 0.02
const SEVERAL = 0.1

/** Simulated customers who write as fast as the desk responds. A seed determines their messages. */
export class InboundLoad {
  readonly responses: number[] = []
  acknowledged = 0
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  private readonly dice = new SeededRandom(1)
  private readonly webhookCredentials: readonly WebhookCredentials[]
  private readonly customers: ReadonlyMap<WebhookCredentials, readonly string[]>
  private serial = 0

  constructor(webhookCredentials: readonly WebhookCredentials[]) {
    this.webhookCredentials = webhookCredentials
    this.customers = new Map(
      webhookCredentials.map((channel) => [
        channel,
        Array.from({ length: CUSTOMERS_PER_CHANNEL }, lineUserId),
      ]),
    )
  }

  /** Lets half of the customers write once, so that the desk already knows them. */
  async introduce(): Promise<void> {
    for (const [channel, userIds] of this.customers) {
      const known = userIds.slice(0, CUSTOMERS_PER_CHANNEL / 2)
      for (let first = 0; first < known.length; first += 25) {
        const events = known.slice(first, first + 25).map((userId) => this.event(userId))
        await this.post(channel, events)
      }
    }
  }

  /** Writes messages for `ms` milliseconds. @throws Error when the desk rejects a webhook */
  async writeFor(ms: number): Promise<void> {
    const end = performance.now() + ms
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (performance.now() < end) await this.bring()
      }),
    )
  }

  close(): void {
    this.agent.destroy()
  }

  private async bring(): Promise<void> {
    const { dice } = this
    const channel = dice.pick(this.webhookCredentials)
    const one = this.someone(channel)
    const count = dice.chance(SEVERAL) ? dice.whole(3, 10) : 1
    // As at LINE, a webhook contains several events of one customer (such as images), or events of several customers.
    const isOfOne = dice.chance(0.5)
    const events = Array.from({ length: count }, (_, index) =>
      this.event(isOfOne || index === 0 ? one : this.someone(channel)),
    )
    const began = performance.now()
    await this.post(channel, events)
    this.responses.push(performance.now() - began)
    this.acknowledged += count
  }

  private someone(channel: WebhookCredentials): string {
    return this.dice.chance(STRANGERS) ? lineUserId() : this.dice.pick(this.customers.get(channel) ?? [])
  }

  private event(userId: string): Event {
    this.serial += 1
    const id = String(500_000_000_000 + this.serial)
    const texts = this.dice.weighted<Event>([
      [{ type: 'text', text: `สอบถามเรื่องคำสั่งซื้อเลขที่ ${id} ยังไม่ได้รับของเลยค่ะ`, quoteToken: `q${id}` }, 80],
      [
        {
          type: 'sticker',
          packageId: '446',
          stickerId: '1988',
          keywords: ['สวัสดี', 'ขอบคุณ'],
          quoteToken: `q${id}`,
        },
        10,
      ],
      [{ type: 'image', contentProvider: { type: 'line' }, quoteToken: `q${id}` }, 10],
    ])
    return lineEvent(userId, { type: 'message', replyToken: `reply${id}`, message: { id, ...texts } })
  }

  /** Avoids `fetch`, which would use three times as much CPU of the shared machine. */
  private post(
    { deskUrl, channelKey, botUserId, secret }: WebhookCredentials,
    events: Event[],
  ): Promise<void> {
    const body = JSON.stringify({ destination: botUserId, events })
    return new Promise((resolve, reject) => {
      const call = request(
        `${deskUrl}/line/webhook/${channelKey}`,
        {
          method: 'POST',
          agent: this.agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'x-line-signature': signatureOf(secret, body),
          },
        },
        (response) => {
          response.resume()
          response.once('end', () => {
            if (response.statusCode === 200) resolve()
            else reject(new Error(`the webhook returned ${response.statusCode}`))
          })
        },
      )
      call.once('error', reject)
      call.end(body)
    })
  }
}

const lineUserId = () => `U${randomBytes(16).toString('hex')}`
