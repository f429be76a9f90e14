import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { RepeatedWarnings } from '../repeated-warnings.ts'

const WARNINGS = {
  bad_signature:
    "webhooks of this channel are refused because their signature is wrong: most likely the channel secret in the desk is not the one in LINE's console (it was reissued there, or belongs to another channel; pnpm channels add renews it), or a proxy in front changes the body",
  unknown_channel:
    "webhooks are refused because their URL names no channel of the desk: the webhook URL in LINE's console must end in a WEBHOOK PATH of pnpm channels list",
  closed_secret:
    'webhooks of this channel are refused because its secret cannot be decrypted with the SECRETS_KEY of this server: it was encrypted with another key',
  wrong_destination: 'a webhook for another channel is refused',
  // The signature is valid, so another party knows the secret.
  too_many_events: 'a webhook with more events than LINE sends in one call is refused',
} as const

/** Format of a channel key. The URL may contain any other text, because any client can call it. */
const KEY = /^[\w-]{1,50}$/

export class RefusedWebhooks {
  /** Counter of refused webhooks by channel. Label values are keys of known channels, or '' for unknown channels. */
  readonly counter = new Counter({
    name: 'oa_desk_webhooks_refused_total',
    help: 'Refused webhooks: the signature is wrong or missing, the secret cannot be decrypted, the URL names no channel or another one, or there are too many events.',
    labelNames: ['reason', 'channel'],
    registers: [],
  })
  private readonly warnings: RepeatedWarnings

  constructor(log: Logger) {
    this.warnings = new RepeatedWarnings(log)
  }

  /** Counts and logs a refused webhook of a known channel. */
  countForChannel(
    reason: Exclude<keyof typeof WARNINGS, 'unknown_channel'>,
    channel: string,
    details: { destination?: string; events?: number } = {},
  ): void {
    this.counter.inc({ reason, channel })
    this.warnings.warn(`${reason} ${channel}`, { channel, ...details }, WARNINGS[reason])
  }

  unknownChannel(key: string): void {
    this.counter.inc({ reason: 'unknown_channel', channel: '' })
    this.warnings.warn('unknown_channel', KEY.test(key) ? { key } : {}, WARNINGS.unknown_channel)
  }

  /** Counts a request without a signature. It is not logged, because any client can call the URL. */
  noSignature(): void {
    this.counter.inc({ reason: 'no_signature', channel: '' })
  }
}
