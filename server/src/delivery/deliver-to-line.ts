import { setTimeout as pause } from 'node:timers/promises'
import { isRetryable } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import type { LineChannel } from '../line-api/line-client.ts'
import type { SendResult } from '../line-api/line-response.ts'
import type { OutageProbes } from '../line-api/outage-probes.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-update-event.ts'
import { ARRIVED, type Failed, failed, type LineSend, STANDBY, TOO_OLD } from './compose-line-call.ts'
import { type Outcome, settle } from './delivery-outcome.store.ts'
import { type BegunCall, beginCall } from './line-send.store.ts'
import type { Claimed } from './outbox.store.ts'
import type { ChannelPauses } from './rate-limit-pauses.ts'
import type { ReadMarks } from './read-marks.ts'
import { pauseAfter, REPEAT_REPLY_WITHIN_MS, REPLY_WITHIN_MS, replyPauseAfter } from './retry-backoff.ts'

/** Maximum number of attempts to store an outcome, for about a minute; then the outcome is lost. */
const SETTLE_TRIES = 120
const SETTLE_PAUSE_MS = 500

export interface TryOptions {
  pauses: ChannelPauses
  probes: OutageProbes
  readMarks: ReadMarks
  retryPausesMs?: readonly number[] | undefined
  replyPausesMs?: readonly number[] | undefined
  chance: () => number
}

/** Sends the claimed messages to LINE. Returns undefined when the claim is no longer valid. */
export async function deliver(
  context: ServerContext,
  claim: Claimed,
  options: TryOptions,
): Promise<Outcome | undefined> {
  const outcome = await attempt(context, claim, options)
  if (outcome === undefined) return undefined
  if (outcome.state !== 'queued') options.probes.ended(claim.channelKey, claim.headId)
  const events = await settleWithRetries(context, claim, outcome)
  const about = { message: claim.headId, channel: claim.channelKey, attempts: claim.attempts }
  if (outcome.state === 'queued')
    context.log.info({ ...about, reason: outcome.error }, 'a message was not sent yet')
  if (outcome.state === 'pushed_instead')
    context.log.info(
      { ...about, reason: outcome.error, how: outcome.how },
      'a reply is sent as a push message',
    )
  if (outcome.state === 'failed' && events.length > 0)
    context.log.warn(
      { ...about, code: outcome.errorCode, reason: outcome.error },
      'a message could not be sent',
    )
  if (outcome.state === 'sent')
    void options.readMarks.answered(claim.channelKey, claim.customerId, claim.headId)
  publishAll(context.bus, events)
  return outcome
}

/** Stores the outcome. Retries on temporary database errors: a message without an outcome is marked as unknown. */
async function settleWithRetries(context: ServerContext, claim: Claimed, outcome: Outcome) {
  const now = context.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await settle(context.db, claim, outcome, { now, mediaAddresses: context.mediaAddresses })
    } catch (error) {
      if (!isRetryable(error) || tries === SETTLE_TRIES) throw error
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
  // Sends the request's messages as separate pushes, so that only the message that the customer already has fails.
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
  // LINE refuses a whole request for one invalid message, so each message is then sent alone.
  const isOneOfSeveral =
    outcome.state === 'failed' && outcome.errorCode === 'line_rejected' && work.messageIds.length > 1
  return isOneOfSeveral ? pushed('each', 0, outcome.error) : outcome
}

/** Minimum duration in ms of a wait for LINE (past or expected) that is shown to staff. */
const MIN_SHOWN_WAIT_MS = 10_000

/** Adds the wait reason to a failed request's outcome if the wait is long. Shortens the wait of an outage probe. */
function withWait(
  outcome: Outcome,
  { channelKey, headId }: Claimed,
  { ageMs }: BegunCall,
  result: NotAccepted,
  probes: OutageProbes,
): Outcome {
  if (result.kind !== 'retry' || (outcome.state !== 'queued' && outcome.state !== 'pushed_instead'))
    return outcome
  const wasNotProcessed = result.wasNotProcessed === true
  if (ageMs + outcome.waitMs < MIN_SHOWN_WAIT_MS) return { ...outcome, wasNotProcessed }
  if (result.isThrottled === true) return { ...outcome, wasNotProcessed, waitsFor: 'line_rate_limited' }
  const waitMs =
    outcome.state === 'queued' ? probes.pauseFor(channelKey, headId, outcome.waitMs) : outcome.waitMs
  return { ...outcome, waitMs, wasNotProcessed, waitsFor: 'line_unavailable' }
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

/** Outcome of a reply or push that LINE may have delivered. Despite its name, the error code is used for both. */
const unknown = (error: string): Failed => failed('reply_unknown', error)

function tooLate(send: LineSend, call: BegunCall): Outcome | undefined {
  if (send.via === 'reply') {
    if (!call.mayHaveArrived)
      return call.tokenAgeMs > REPLY_WITHIN_MS
        ? pushed('together', 0, 'its reply token was too old')
        : undefined
    return call.tokenAgeMs > REPEAT_REPLY_WITHIN_MS
      ? unknown('the response to the reply call was lost')
      : undefined
  }
  if (call.isTooOld) return TOO_OLD
  if (!call.isKnown) return failed('retry_key_expired', 'LINE no longer has the retry key of the first call')
  return undefined
}

type NotAccepted = Exclude<SendResult, { kind: 'accepted' }>

/**
 * When LINE rejects the content of a push, no earlier attempt was accepted, because its content was the same. An error
 * of token, quota or recipient may be new, so LINE may have accepted an earlier attempt whose response was lost.
 */
function afterPush(call: BegunCall, result: NotAccepted, atLeastMs: number, options: TryOptions): Outcome {
  if (result.kind === 'rejected') {
    const isCertain = !call.mayHaveArrived || result.code === 'line_rejected'
    return isCertain ? failed(result.code, result.message) : unknown(result.message)
  }
  const wait = pauseAfter(call.calls, call.ageMs, atLeastMs, options.chance, options.retryPausesMs)
  return wait === null ? failed('line_unreachable', result.message) : again(wait, result.message)
}

/** A refused reply was not sent, unless LINE may have accepted an earlier attempt whose response was lost. */
function afterReply(call: BegunCall, result: NotAccepted, atLeastMs: number, options: TryOptions): Outcome {
  const isCertain = !call.mayHaveArrived
  if (result.kind === 'token_refused' && isCertain) return pushed('together', 0, result.message)
  if (result.kind === 'retry') {
    if (isCertain && result.isThrottled === true) return pushed('together', atLeastMs, result.message)
    const { calls, tokenAgeMs } = call
    const wait = replyPauseAfter(calls, tokenAgeMs, atLeastMs, options.chance, options.replyPausesMs)
    if (wait !== null) return again(wait, result.message)
    return isCertain && result.wasNotProcessed === true
      ? pushed('together', atLeastMs, result.message)
      : unknown(result.message)
  }
  if (result.kind === 'rejected' && isCertain) return failed(result.code, result.message)
  return unknown(result.message)
}
