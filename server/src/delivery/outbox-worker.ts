import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import { withJitter } from '../jitter.ts'
import { messageOf } from '../messages/message-row.ts'
import type { ServerContext } from '../server-context.ts'
import { ticketFact } from '../tickets/ticket-facts.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { ChannelPauses } from './channel-pauses.ts'
import { lineMessage } from './line-message.ts'
import {
  beginCall,
  type Claimed,
  claimDue,
  nextDueAt,
  type Outcome,
  releaseLeases,
  settle,
} from './outbox.store.ts'
import { pauseAfter, RETRY_PAUSES_MS } from './retry-pauses.ts'

const LEASE_MS = 30_000
const POLL_MS = 1_500
/** On their way to LINE at once: of all official accounts, and of one. A push holds no database connection while LINE is slow. */
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
 * Brings staff messages from the outbox to LINE: several tickets at once, each ticket's messages in order, each official account
 * within places of its own. Woken by the bus, and by itself every 1.5 s for what is due again or was left by a process that died.
 */
export function startDelivery(context: ServerContext, options: DeliveryOptions = {}): Delivery {
  const pollMs = options.pollMs ?? POLL_MS
  const pauses = new ChannelPauses(options.channelPausesMs, options.clock)
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
    if (!hasReleased) await releaseLeases(context.db)
    hasReleased = true
    const taken = new Map<string, number>()
    for (const key of running.values()) taken.set(key, (taken.get(key) ?? 0) + 1)
    const limits = {
      total,
      perChannel: options.atOncePerChannel ?? AT_ONCE_PER_CHANNEL,
      taken,
      paused: pauses.resting(),
    }
    const claims = await claimDue(context.db, options.leaseMs ?? LEASE_MS, limits)
    for (const claim of claims) {
      const work = deliver(context, claim, pauses, options)
        .then(wakeAt)
        .catch((error) =>
          context.availability.warn(error, 'a delivery broke off; its lease will run out', {
            message: claim.message_id,
          }),
        )
      running.set(work, claim.channel_key)
      void work.finally(() => {
        running.delete(work)
        wake()
      })
    }
  }

  /** Wakes earlier than the next poll when a retry is due before it. */
  function wakeAt(outcome: Outcome | undefined): void {
    if (outcome?.state !== 'queued') return
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

/** One try of one message: push, note what became of it, tell the ticket's readers. Undefined: the claim was no longer ours. */
async function deliver(
  context: ServerContext,
  claim: Claimed,
  pauses: ChannelPauses,
  options: DeliveryOptions,
): Promise<Outcome | undefined> {
  const outcome = await attempt(context, claim, pauses, options)
  if (outcome === undefined) return undefined
  const changed = await settle(context.db, claim, outcome)
  const about = { message: claim.message_id, channel: claim.channel_key, attempts: claim.attempts }
  if (outcome.state === 'queued') context.log.info({ ...about, reason: outcome.error }, 'not sent yet')
  if (changed === undefined) return outcome
  if (outcome.state === 'failed')
    context.log.warn({ ...about, code: outcome.errorCode, reason: outcome.error }, 'not sent')
  const message = messageOf(changed.message, context.mediaAddresses)
  const reason = outcome.state === 'failed' ? 'answer_failed' : undefined
  context.bus.publish(ticketFact(ticketOf(changed.ticket), { reason, messages: [message] }))
  return outcome
}

async function attempt(
  context: ServerContext,
  claim: Claimed,
  pauses: ChannelPauses,
  options: DeliveryOptions,
): Promise<Outcome | undefined> {
  const failed = (errorCode: DeliveryErrorCode, error: string): Outcome => ({
    state: 'failed',
    at: context.now(),
    errorCode,
    error,
  })
  const message = lineMessage(claim)
  if ('error' in message) return failed(message.error, message.detail)
  const channel = await context.line.forChannel(claim.channel_key)
  const call = await beginCall(context.db, claim)
  if (call === undefined) return undefined
  if (call.isTooOld)
    return failed('answer_too_old', 'waited too long to be sent without a person who decides')
  if (!call.isKnown) return failed('retry_key_expired', 'LINE has forgotten the retry key of the first call')
  const result = await channel.push(claim.line_user_id, [message], claim.message_id)
  if (result.kind === 'accepted') {
    pauses.accepted(claim.channel_key)
    const { requestId, lineMessageIds } = result
    return { state: 'sent', at: context.now(), requestId, lineMessageId: lineMessageIds[0] ?? null }
  }
  if (result.kind === 'rejected') return failed(result.code, result.message)
  const askedFor = result.afterMs ?? 0
  const rest = result.isThrottled ? pauses.throttled(claim.channel_key, askedFor) : 0
  const chance = options.chance ?? Math.random
  const waits = options.retryPausesMs ?? RETRY_PAUSES_MS
  const wait = pauseAfter(call.calls, call.ageMs, Math.max(askedFor, rest), chance, waits)
  if (wait === null) return failed('line_unreachable', result.message)
  return { state: 'queued', waitMs: wait, error: result.message }
}
