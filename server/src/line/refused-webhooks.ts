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

  badSignature(channel: string): void {
    this.counter.inc({ reason: 'bad_signature', channel })
    this.warnings.warn(`bad_signature ${channel}`, { channel }, WARNINGS.bad_signature)
  }

  closedSecret(channel: string): void {
    this.counter.inc({ reason: 'closed_secret', channel })
    this.warnings.warn(`closed_secret ${channel}`, { channel }, WARNINGS.closed_secret)
  }

  wrongDestination(channel: string, destination: string): void {
    this.counter.inc({ reason: 'wrong_destination', channel })
    this.warnings.warn(`wrong_destination ${channel}`, { channel, destination }, WARNINGS.wrong_destination)
  }

  /** Reports a webhook with a valid signature but more events than LINE sends: another party knows the secret. */
  tooManyEvents(channel: string, events: number): void {
    this.counter.inc({ reason: 'too_many_events', channel })
    this.warnings.warn(`too_many_events ${channel}`, { channel, events }, WARNINGS.too_many_events)
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
