import { setTimeout as pause } from 'node:timers/promises'
import { withJitter } from '../jitter.ts'
import type { ServerContext } from '../server-context.ts'
import { ChannelPauses } from './channel-pauses.ts'
import { deliver } from './deliver.ts'
import { claimDue, nextDueAt, releaseLeases } from './outbox.store.ts'
import { ReadMarks } from './read-marks.ts'
import type { Outcome } from './settle.store.ts'

const LEASE_MS = 30_000
const POLL_MS = 1_500
/** Calls to LINE at once: of all official accounts, and of one. A call holds no database connection while LINE is slow. */
const AT_ONCE = 48
const AT_ONCE_PER_CHANNEL = 8
const STOP_WITHIN_MS = 12_000
const DRAIN_POLL_MS = 20

export interface DeliveryOptions {
  pollMs?: number
  atOnce?: number
  atOncePerChannel?: number
  leaseMs?: number
  retryPausesMs?: readonly number[]
  replyPausesMs?: readonly number[]
  channelPausesMs?: readonly number[]
  /** By which pauses of accounts are measured: ms that never go back. */
  clock?: () => number
  chance?: () => number
}

export interface Delivery {
  /** Takes nothing more and waits, at most 12 s, for what is on its way. What waits is kept. */
  stop(): Promise<void>
  /** Resolves when nothing waits in the outbox and nothing is on its way. */
  drain(): Promise<void>
}

/**
 * Brings staff messages from the outbox to LINE: to several customers at once, to each in order, each official account
 * within places of its own. Woken by the bus, and by itself every 1.5 s for what is due again or was left by a process that died.
 */
export function startDelivery(context: ServerContext, options: DeliveryOptions = {}): Delivery {
  const pollMs = options.pollMs ?? POLL_MS
  const pauses = new ChannelPauses(options.channelPausesMs, options.clock)
  const { retryPausesMs, replyPausesMs, chance = Math.random } = options
  const tryOptions = { pauses, readMarks: new ReadMarks(context), retryPausesMs, replyPausesMs, chance }
  const running = new Map<Promise<void>, string>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<void> | undefined
  let hasReleased = false
  let askedAgain = false

  /** Claims messages for the free places; when asked again meanwhile, runs once more. */
  function wake(): void {
    if (stopped) return
    if (claiming !== undefined) {
      askedAgain = true
      return
    }
    claiming = fill()
      .catch((error) => context.availability.warn(error, 'the outbox cannot be read; trying again'))
      .finally(() => {
        claiming = undefined
        if (askedAgain) {
          askedAgain = false
          wake()
        }
      })
  }

  async function fill(): Promise<void> {
    const total = (options.atOnce ?? AT_ONCE) - running.size
    if (total <= 0) return
    const leaseMs = options.leaseMs ?? LEASE_MS
    if (!hasReleased) await releaseLeases(context.db, leaseMs)
    hasReleased = true
    const taken = new Map<string, number>()
    for (const key of running.values()) taken.set(key, (taken.get(key) ?? 0) + 1)
    const limits = {
      total,
      perChannel: options.atOncePerChannel ?? AT_ONCE_PER_CHANNEL,
      taken,
      paused: pauses.resting(),
    }
    const claims = await claimDue(context.db, context.config, leaseMs, limits)
    for (const claim of claims) {
      const work = deliver(context, claim, tryOptions)
        .then(wakeAt)
        .catch((error) =>
          context.availability.warn(error, 'a delivery broke off; its lease will run out', {
            message: claim.headId,
          }),
        )
      running.set(work, claim.channelKey)
      void work.finally(() => {
        running.delete(work)
        wake()
      })
    }
  }

  /** Wakes earlier than the next poll when a retry is due before it. */
  function wakeAt(outcome: Outcome | undefined): void {
    if (outcome?.state !== 'queued' && outcome?.state !== 'pushed_instead') return
    if (outcome.waitMs < pollMs) setTimeout(wake, outcome.waitMs + 1).unref()
  }

  function poll(): void {
    wake()
    timer = setTimeout(poll, withJitter(pollMs))
  }

  const unsubscribe = context.bus.subscribe((fact) => {
    if (fact.kind === 'outbox') wake()
  })
  poll()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
      await claiming
      await Promise.race([Promise.all(running.keys()), pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
    async drain() {
      while (running.size > 0 || (await nextDueAt(context.db)) !== null) {
        wake()
        await pause(DRAIN_POLL_MS)
      }
    },
  }
}
