import { ClaimLoop } from '../job-claim-loop.ts'
import { ChannelWakes } from '../line-api/channel-retry-wakes.ts'
import { OutageProbes } from '../line-api/outage-probes.ts'
import type { ServerContext } from '../server-context.ts'
import { deliver } from './deliver-to-line.ts'
import type { Outcome } from './delivery-outcome.store.ts'
import { type Claimed, claimDue, nextDueAt, releaseLeases } from './outbox.store.ts'
import { ChannelPauses } from './rate-limit-pauses.ts'
import { ReadMarks } from './read-marks.ts'
import { wakeWaiting } from './waiting-for-line.store.ts'

const LEASE_MS = 30_000
const POLL_MS = 1_500
/** Maximum number of concurrent requests to LINE, in total and per channel. They hold no database connections. */
const MAX_CONCURRENT = 48
const MAX_CONCURRENT_PER_CHANNEL = 8
const STOP_WITHIN_MS = 12_000

export interface DeliveryOptions {
  pollMs?: number
  concurrency?: number
  concurrencyPerChannel?: number
  leaseMs?: number
  retryPausesMs?: readonly number[]
  replyPausesMs?: readonly number[]
  channelPausesMs?: readonly number[]
  wakeEveryMs?: number
  /** Monotonic clock in ms for the pauses of channels. */
  clock?: () => number
  chance?: () => number
}

export interface Delivery {
  /** Stops claiming and waits at most 12 s for requests in progress. Unsent messages remain stored. */
  stop(): Promise<void>
  drain(): Promise<void>
}

/** Sends messages to several customers concurrently, but to each customer in order. */
export function startDelivery(context: ServerContext, options: DeliveryOptions = {}): Delivery {
  const pollMs = options.pollMs ?? POLL_MS
  const pauses = new ChannelPauses(options.channelPausesMs, options.clock)
  const { retryPausesMs, replyPausesMs, chance = Math.random } = options
  const probes = new OutageProbes(options.clock)
  const tryOptions = {
    pauses,
    probes,
    readMarks: new ReadMarks(context),
    retryPausesMs,
    replyPausesMs,
    chance,
  }
  const leaseMs = options.leaseMs ?? LEASE_MS
  const loop = new ClaimLoop<Claimed>({
    pollMs,
    concurrency: options.concurrency ?? MAX_CONCURRENT,
    concurrencyPerChannel: options.concurrencyPerChannel ?? MAX_CONCURRENT_PER_CHANNEL,
    takeOver: () => releaseLeases(context.db, leaseMs),
    claim: (capacity) => {
      const paused = [...pauses.resting(), ...probes.resting()]
      return claimDue(context.db, context.config, leaseMs, { ...capacity, paused })
    },
    channelOf: ({ channelKey }) => channelKey,
    work: (claim) => deliver(context, claim, tryOptions).then(dueInMs),
    onClaimError: (error) => context.availability.warn(error, 'the outbox could not be read; retrying'),
    onWorkError: (error, claim) =>
      context.availability.warn(error, 'a delivery was interrupted; its lease will expire', {
        message: claim.headId,
      }),
  })
  const channelWakes = new ChannelWakes((channelKey, extent) => {
    wakeWaiting(context.db, channelKey, extent).then(
      (isAny) => isAny && loop.wake(),
      (error) =>
        context.availability.warn(error, 'pending messages could not be resumed; they keep their backoff'),
    )
  }, options.wakeEveryMs)
  const unsubscribe = context.bus.subscribe((event) => {
    if (event.kind === 'line_succeeded')
      channelWakes.succeeded(event.channelKey, event.call === 'send' ? 'all' : 'one')
    if (event.kind !== 'outbox') return
    if (event.retryChannel !== undefined) {
      pauses.end(event.retryChannel)
      probes.endRest(event.retryChannel)
    }
    loop.wake()
  })

  return {
    async stop() {
      unsubscribe()
      channelWakes.stop()
      await loop.stop(STOP_WITHIN_MS)
    },
    drain: () => loop.drain(async () => (await nextDueAt(context.db)) === null),
  }
}

function dueInMs(outcome: Outcome | undefined): number | undefined {
  return outcome?.state === 'queued' || outcome?.state === 'pushed_instead' ? outcome.waitMs : undefined
}
