import { setTimeout as pause } from 'node:timers/promises'
import { isPassing } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import type { LineChannel } from '../line-api/client.ts'
import type { SendResult } from '../line-api/line-answer.ts'
import type { OutageProbes } from '../line-api/outage-probes.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-facts.ts'
import type { ChannelPauses } from './channel-pauses.ts'
import { ARRIVED, type Failed, failed, type LineSend, STANDBY, TOO_OLD } from './compose-call.ts'
import { type BegunCall, beginCall } from './line-send.store.ts'
import type { Claimed } from './outbox.store.ts'
import type { ReadMarks } from './read-marks.ts'
import { pauseAfter, REPEAT_REPLY_WITHIN_MS, REPLY_WITHIN_MS, replyPauseAfter } from './retry-pauses.ts'
import { type Outcome, settle } from './settle.store.ts'

/** For a minute or more: a database that comes back later finds the call as one whose answer was lost. */
const SETTLE_TRIES = 120
const SETTLE_PAUSE_MS = 500

/** What deciding about a try needs beside LINE's answer. */
export interface TryOptions {
  pauses: ChannelPauses
  probes: OutageProbes
  readMarks: ReadMarks
  retryPausesMs?: readonly number[] | undefined
  replyPausesMs?: readonly number[] | undefined
  chance: () => number
}

/** One try of one call: LINE is called, what became of it noted, and the readers of its tickets told. Undefined: the claim was no longer ours. */
export async function deliver(
  context: ServerContext,
  claim: Claimed,
  options: TryOptions,
): Promise<Outcome | undefined> {
  const outcome = await attempt(context, claim, options)
  if (outcome === undefined) return undefined
  if (outcome.state !== 'queued') options.probes.ended(claim.channelKey, claim.headId)
  const facts = await settleSurely(context, claim, outcome)
  const about = { message: claim.headId, channel: claim.channelKey, attempts: claim.attempts }
  if (outcome.state === 'queued') context.log.info({ ...about, reason: outcome.error }, 'not sent yet')
  if (outcome.state === 'pushed_instead')
    context.log.info({ ...about, reason: outcome.error, how: outcome.how }, 'goes as a push')
  if (outcome.state === 'failed' && facts.length > 0)
    context.log.warn({ ...about, code: outcome.errorCode, reason: outcome.error }, 'not sent')
  if (outcome.state === 'sent')
    void options.readMarks.answered(claim.channelKey, claim.customerId, claim.headId)
  publishAll(context.bus, facts)
  return outcome
}

/**
 * Records the outcome, with retries while the database has a passing problem: nothing else knows whether LINE took the call, and an
 * outcome that is lost would make the message read as unknown.
 */
async function settleSurely(context: ServerContext, claim: Claimed, outcome: Outcome) {
  const now = context.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await settle(context.db, claim, outcome, { now, mediaAddresses: context.mediaAddresses })
    } catch (error) {
      if (!isPassing(error) || tries === SETTLE_TRIES) throw error
      await pause(withJitter(SETTLE_PAUSE_MS))
    }
  }
}

async function attempt(
  context: ServerContext,
  claim: Claimed,
  options: TryOptions,
): Promise<Outcome | undefined> {
  const { work } = claim
  if ('state' in work) return work
  const channel = await context.line.forChannel(claim.channelKey)
  const call = await beginCall(context.db, claim, work)
  if (call === undefined) return undefined
  if (call.isStandby) return STANDBY
  // Of several each goes alone, and the one whose words have arrived then not at all.
  if (call.hasArrived) return work.messageIds.length > 1 ? pushed('each', 0, ARRIVED.error) : ARRIVED
  const late = tooLate(work, call)
  if (late !== undefined) return late
  const result = await callLine(channel, work)
  if (result.kind === 'accepted') {
    options.pauses.accepted(claim.channelKey)
    const { requestId, sentMessages } = result
    return { state: 'sent', requestId, sentMessages }
  }
  const retryAfterMs = result.kind === 'retry' ? (result.afterMs ?? 0) : 0
  const isThrottled = result.kind === 'retry' && result.isThrottled === true
  if (!isThrottled) options.probes.rest(claim.channelKey, retryAfterMs)
  const rest = isThrottled ? options.pauses.throttled(claim.channelKey, retryAfterMs) : 0
  const atLeastMs = Math.max(retryAfterMs, rest)
  const after = work.via === 'reply' ? afterReply : afterPush
  const outcome = withWait(after(call, result, atLeastMs, options), claim, call, result, options.probes)
  // LINE refuses a whole call for one of its messages: each goes alone, so that it takes no other down.
  const isOneOfSeveral =
    outcome.state === 'failed' && outcome.errorCode === 'line_rejected' && work.messageIds.length > 1
  return isOneOfSeveral ? pushed('each', 0, outcome.error) : outcome
}

/** A wait for LINE is shown to staff once it has lasted, or will last, this long. */
const SHOWN_AFTER_MS = 10_000

/** Adds to the outcome of a failed call the reason, when the wait is long, and the retry pause of a probe. */
function withWait(
  outcome: Outcome,
  { channelKey, headId }: Claimed,
  { ageMs }: BegunCall,
  result: NotAccepted,
  probes: OutageProbes,
): Outcome {
  if (result.kind !== 'retry' || (outcome.state !== 'queued' && outcome.state !== 'pushed_instead'))
    return outcome
  const isNotTaken = result.isNotTaken === true
  if (ageMs + outcome.waitMs < SHOWN_AFTER_MS) return { ...outcome, isNotTaken }
  if (result.isThrottled === true) return { ...outcome, isNotTaken, waitsFor: 'line_rate_limited' }
  const waitMs =
    outcome.state === 'queued' ? probes.pauseFor(channelKey, headId, outcome.waitMs) : outcome.waitMs
  return { ...outcome, waitMs, isNotTaken, waitsFor: 'line_unavailable' }
}

const callLine = (channel: LineChannel, { via, body, id }: LineSend): Promise<SendResult> =>
  via === 'reply' ? channel.reply(body) : channel.push(body, id)

const pushed = (how: 'together' | 'each', waitMs: number, error: string): Outcome => ({
  state: 'pushed_instead',
  how,
  waitMs,
  error,
})

const again = (waitMs: number, error: string): Outcome => ({ state: 'queued', waitMs, error })

/** The one code of the unknown that says no more than that; its name is of its first use. */
const unknown = (error: string): Failed => failed('reply_unknown', error)

/** What becomes of the messages of a call that comes too late to be made; undefined: it does not. */
function tooLate(send: LineSend, call: BegunCall): Outcome | undefined {
  if (send.via === 'reply') {
    if (!call.mayHaveArrived)
      return call.tokenAgeMs > REPLY_WITHIN_MS
        ? pushed('together', 0, 'its reply token had become too old')
        : undefined
    return call.tokenAgeMs > REPEAT_REPLY_WITHIN_MS ? unknown('the answer to the reply was lost') : undefined
  }
  if (call.isTooOld) return TOO_OLD
  if (!call.isKnown) return failed('retry_key_expired', 'LINE has forgotten the retry key of the first call')
  return undefined
}

type NotAccepted = Exclude<SendResult, { kind: 'accepted' }>

/**
 * A push may be repeated as long as LINE remembers its key. One that LINE refuses for what stands in it was never taken, for it always
 * said the same; a token, a quota or a customer that LINE does not accept now may have been good at a call whose answer was lost.
 */
function afterPush(call: BegunCall, result: NotAccepted, atLeastMs: number, options: TryOptions): Outcome {
  if (result.kind === 'rejected') {
    const isCertain = !call.mayHaveArrived || result.code === 'line_rejected'
    return isCertain ? failed(result.code, result.message) : unknown(result.message)
  }
  const wait = pauseAfter(call.calls, call.ageMs, atLeastMs, options.chance, options.retryPausesMs)
  return wait === null ? failed('line_unreachable', result.message) : again(wait, result.message)
}

/**
 * A reply has no key: as long as no earlier call may have arrived, a refusal has certainly sent nothing. When the answer to one was
 * lost, a refusal of the next may mean that the first was taken.
 */
function afterReply(call: BegunCall, result: NotAccepted, atLeastMs: number, options: TryOptions): Outcome {
  const isCertain = !call.mayHaveArrived
  if (result.kind === 'token_refused' && isCertain) return pushed('together', 0, result.message)
  if (result.kind === 'retry') {
    if (isCertain && result.isThrottled === true) return pushed('together', atLeastMs, result.message)
    const { calls, tokenAgeMs } = call
    const wait = replyPauseAfter(calls, tokenAgeMs, atLeastMs, options.chance, options.replyPausesMs)
    if (wait !== null) return again(wait, result.message)
    return isCertain && result.isNotTaken === true
      ? pushed('together', atLeastMs, result.message)
      : unknown(result.message)
  }
  if (result.kind === 'rejected' && isCertain) return failed(result.code, result.message)
  return unknown(result.message)
}
