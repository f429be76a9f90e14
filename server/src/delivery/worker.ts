import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import { messageOf } from '../messages/message-row.ts'
import { lineMessage } from './line-message.ts'
import { pauseAfter, RETRY_PAUSES_MS } from './retry.ts'
import { type Claimed, claimDue, nextDueAt, type Outcome, releaseLeases, settle } from './store.ts'

const LEASE_MS = 30_000
const POLL_MS = 1_500
const AT_ONCE = 16
const STOP_WITHIN_MS = 12_000
const DRAIN_POLL_MS = 20

export interface DeliveryOptions {
  pollMs?: number
  atOnce?: number
  leaseMs?: number
  retryPausesMs?: readonly number[]
  chance?: () => number
}

export interface Delivery {
  /** Takes nothing more and waits, at most 12 s, for what is on its way. What waits is kept. */
  stop(): Promise<void>
  /** Resolves when nothing waits in the outbox and nothing is on its way; rejects after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>
}

/**
 * Brings staff messages from the outbox to LINE: several tickets at once, each ticket's messages in order. Woken by the bus,
 * and by itself every 1.5 s for what is due again or was left by a process that died.
 */
export function startDelivery(desk: Desk, options: DeliveryOptions = {}): Delivery {
  const atOnce = options.atOnce ?? AT_ONCE
  const pollMs = options.pollMs ?? POLL_MS
  const running = new Set<Promise<void>>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<void> | undefined
  let hasReleased = false
  let askedAgain = false

  /** Fills the free places; asked while it does so, it looks once more. */
  function wake(): void {
    if (stopped) return
    if (claiming !== undefined) {
      askedAgain = true
      return
    }
    claiming = fill()
      .catch((error) => desk.log.warn({ err: error }, 'the outbox cannot be read; trying again'))
      .finally(() => {
        claiming = undefined
        if (askedAgain) {
          askedAgain = false
          wake()
        }
      })
  }

  async function fill(): Promise<void> {
    const free = atOnce - running.size
    if (free <= 0) return
    if (!hasReleased) await releaseLeases(desk.db)
    hasReleased = true
    const claims = await claimDue(desk.db, desk.now(), options.leaseMs ?? LEASE_MS, free)
    for (const claim of claims) {
      const work = deliver(desk, claim, options)
        .then(wakeAt)
        .catch((error) =>
          desk.log.warn(
            { err: error, message: claim.message_id },
            'a delivery broke off; its lease will run out',
          ),
        )
      running.add(work)
      void work.finally(() => {
        running.delete(work)
        wake()
      })
    }
  }

  /** A try that is due before the next look round does not wait for it. */
  function wakeAt(outcome: Outcome): void {
    if (outcome.state !== 'queued') return
    const wait = outcome.nextAttemptAt.getTime() - desk.now().getTime()
    // Noting the outcome may have taken longer than the pause.
    if (wait < pollMs) setTimeout(wake, Math.max(0, wait) + 1).unref()
  }

  function poll(): void {
    wake()
    timer = setTimeout(poll, pollMs * (0.75 + Math.random() / 2))
  }

  const unsubscribe = desk.bus.subscribe((fact) => {
    if (fact.kind === 'outbox') wake()
  })
  poll()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
      await claiming
      await Promise.race([Promise.all(running), pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
    async drain(timeoutMs) {
      const deadline = performance.now() + timeoutMs
      while (running.size > 0 || (await nextDueAt(desk.db)) !== null) {
        if (performance.now() > deadline) throw new Error(`the outbox was not empty within ${timeoutMs} ms`)
        wake()
        await pause(DRAIN_POLL_MS)
      }
    },
  }
}

/** One try of one message: push, note what became of it, tell the ticket's readers. */
async function deliver(desk: Desk, claim: Claimed, options: DeliveryOptions): Promise<Outcome> {
  const outcome = await attempt(desk, claim, options)
  const row = await settle(desk.db, claim, outcome)
  if (row === undefined) return outcome
  const about = { message: claim.message_id, channel: claim.channel_key, attempts: claim.attempts }
  if (outcome.state === 'failed')
    desk.log.warn({ ...about, code: outcome.errorCode, reason: outcome.error }, 'not sent')
  if (outcome.state === 'queued') desk.log.info({ ...about, reason: outcome.error }, 'not sent yet')
  desk.bus.publish({
    kind: 'ticket',
    channelKey: claim.channel_key,
    ticketId: claim.ticket_id,
    events: [{ type: 'message', data: messageOf(row) }],
  })
  return outcome
}

async function attempt(desk: Desk, claim: Claimed, options: DeliveryOptions): Promise<Outcome> {
  const message = lineMessage(claim)
  if ('error' in message) return { state: 'failed', errorCode: message.error, error: message.detail }
  const channel = await desk.line.forChannel(claim.channel_key)
  const result = await channel.push(claim.line_user_id, [message], claim.message_id)
  if (result.kind === 'accepted') {
    const { requestId, lineMessageIds } = result
    return { state: 'sent', at: desk.now(), requestId, lineMessageId: lineMessageIds[0] ?? null }
  }
  if (result.kind === 'rejected') return { state: 'failed', errorCode: result.code, error: result.message }
  const chance = options.chance ?? Math.random
  const pauses = options.retryPausesMs ?? RETRY_PAUSES_MS
  const wait = pauseAfter(claim.attempts, claim.age_ms, result.afterMs ?? 0, chance, pauses)
  if (wait === null) return { state: 'failed', errorCode: 'line_unreachable', error: result.message }
  return { state: 'queued', nextAttemptAt: new Date(desk.now().getTime() + wait), error: result.message }
}
