import type { Entropy } from '../world/ids.ts'

const LIFE_AFTER_RECEIPT_MS = 60_000
const LIFE_AFTER_EVENT_MS = 20 * 60_000

interface IssuedToken {
  channel: string
  user: string
  event_at: number
  received_at: number
}

/**
 * Reply tokens. Each is valid for one reply, within one minute after the bot received the webhook. A redelivery
 * restarts the minute, but every token expires at the latest 20 minutes after its event.
 */
export class ReplyTokens {
  private readonly issued = new Map<string, IssuedToken>()
  private readonly entropy: Entropy
  private readonly now: () => number

  constructor(entropy: Entropy, now: () => number) {
    this.entropy = entropy
    this.now = now
  }

  issue(channel: string, user: string): string {
    const at = this.now()
    for (const [token, each] of this.issued) {
      if (each.event_at > at - LIFE_AFTER_EVENT_MS) break
      this.issued.delete(token)
    }
    const token = this.entropy.bytes(16).toString('hex')
    this.issued.set(token, { channel, user, event_at: at, received_at: at })
    return token
  }

  received(token: string): void {
    const found = this.issued.get(token)
    if (found) found.received_at = this.now()
  }

  /** Checks a token without using it. Returns undefined if it is unknown, used, expired or of another channel. */
  check(token: string, channel: string): string | undefined {
    const found = this.issued.get(token)
    if (!found || found.channel !== channel) return undefined
    const at = this.now()
    const fresh =
      at <= found.received_at + LIFE_AFTER_RECEIPT_MS && at <= found.event_at + LIFE_AFTER_EVENT_MS
    return fresh ? found.user : undefined
  }

  use(token: string): void {
    this.issued.delete(token)
  }
}
