import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import { isPassing } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import type { LineChannel } from '../line-api/client.ts'
import type { SendResult } from '../line-api/line-answer.ts'
import { messageOf } from '../messages/message-row.ts'
import type { ServerContext } from '../server-context.ts'
import { ticketFact } from '../tickets/ticket-facts.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import type { ChannelPauses } from './channel-pauses.ts'
import { type LineSend, STANDBY_FAILURE } from './compose-call.ts'
import { type BegunCall, beginCall } from './line-send.store.ts'
import type { Claimed } from './outbox.store.ts'
import type { ReadMarks } from './read-marks.ts'
import { ASK_REPLY_WITHIN_MS, pauseAfter, REPLY_WITHIN_MS, replyPauseAfter } from './retry-pauses.ts'
import { type Outcome, settle } from './settle.store.ts'

/** For a minute or more: a database that comes back later finds the call as one whose answer was lost. */
const SETTLE_TRIES = 120
const SETTLE_PAUSE_MS = 500

/** What deciding about a try needs beside LINE's answer. */
export interface TryOptions {
  pauses: ChannelPauses
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
  const changed = await settleSurely(context, claim, outcome)
  const about = { message: claim.headId, channel: claim.channelKey, attempts: claim.attempts }
  if (outcome.state === 'queued') context.log.info({ ...about, reason: outcome.error }, 'not sent yet')
  if (outcome.state === 'pushed_instead')
    context.log.info({ ...about, reason: outcome.error, how: outcome.how }, 'goes as a push')
  if (outcome.state === 'failed' && changed.length > 0)
    context.log.warn({ ...about, code: outcome.errorCode, reason: outcome.error }, 'not sent')
  if (outcome.state === 'sent')
    void options.readMarks.answered(claim.channelKey, claim.customerId, claim.headId)
  const reason = outcome.state === 'failed' ? 'answer_failed' : undefined
  for (const { ticket, messages } of changed) {
    const told = messages.map((row) => messageOf(row, context.mediaAddresses))
    context.bus.publish(ticketFact(ticketOf(ticket), { reason, messages: told }))
  }
  return outcome
}

/**
 * What LINE has taken is noted again where the database hinders it for the moment: nothing else knows of it, and a reply that is asked
 * again later would read as unknown.
 */
async function settleSurely(context: ServerContext, claim: Claimed, outcome: Outcome) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await settle(context.db, claim, outcome)
    } catch (error) {
      if (outcome.state !== 'sent' || !isPassing(error) || tries === SETTLE_TRIES) throw error
      await pause(withJitter(SETTLE_PAUSE_MS))
    }
  }
}

async function attempt(
  context: ServerContext,
  claim: Claimed,
  options: TryOptions,
): Promise<Outcome | undefined> {
  const failed = (errorCode: DeliveryErrorCode, error: string): Outcome => ({
    state: 'failed',
    at: context.now(),
    errorCode,
    error,
  })
  const { work } = claim
  if ('failure' in work) return failed(work.failure.code, work.failure.detail)
  const channel = await context.line.forChannel(claim.channelKey)
  const call = await beginCall(context.db, claim, work)
  if (call === undefined) return undefined
  if (call.isStandby) return failed(STANDBY_FAILURE.code, STANDBY_FAILURE.detail)
  const late = tooLate(work, call)
  if (late === 'push') return pushed('together', 0, 'its reply token had become too old')
  if (late !== undefined) return failed(late.code, late.detail)
  const result = await ask(channel, work)
  if (result.kind === 'accepted') {
    options.pauses.accepted(claim.channelKey)
    const { requestId, sentMessages } = result
    return { state: 'sent', at: context.now(), requestId, sentMessages }
  }
  const askedFor = result.kind === 'retry' ? (result.afterMs ?? 0) : 0
  const isThrottled = result.kind === 'retry' && result.isThrottled === true
  const rest = isThrottled ? options.pauses.throttled(claim.channelKey, askedFor) : 0
  const atLeastMs = Math.max(askedFor, rest)
  const decided =
    work.via === 'reply'
      ? afterReply(call, result, atLeastMs, options)
      : afterPush(call, result, atLeastMs, options)
  if ('code' in decided) {
    // LINE refuses a whole call for one of its messages: each goes alone, so that it takes no other down.
    return decided.code === 'line_rejected' && work.messageIds.length > 1
      ? pushed('each', 0, decided.detail)
      : failed(decided.code, decided.detail)
  }
  return decided
}

const ask = (channel: LineChannel, { via, body, id }: LineSend): Promise<SendResult> =>
  via === 'reply' ? channel.reply(body) : channel.push(body, id)

const pushed = (how: 'together' | 'each', waitMs: number, error: string): Outcome => ({
  state: 'pushed_instead',
  how,
  waitMs,
  error,
})

type Failure = { code: DeliveryErrorCode; detail: string }

/** Whether the call comes too late to be made, and what becomes of its messages then. */
function tooLate(send: LineSend, call: BegunCall): Failure | 'push' | undefined {
  if (send.via === 'reply') {
    if (call.calls === 1) return call.tokenAgeMs > REPLY_WITHIN_MS ? 'push' : undefined
    return call.tokenAgeMs > ASK_REPLY_WITHIN_MS ? unknown('the answer to the reply was lost') : undefined
  }
  if (call.isTooOld)
    return { code: 'answer_too_old', detail: 'waited too long to be sent without a person who decides' }
  if (!call.isKnown)
    return { code: 'retry_key_expired', detail: 'LINE has forgotten the retry key of the first call' }
  return undefined
}

/** The one code of the unknown that says no more than that; its name is of its first use. */
const unknown = (detail: string): Failure => ({ code: 'reply_unknown', detail })

type NotAccepted = Exclude<SendResult, { kind: 'accepted' }>

/**
 * A push may be repeated as long as LINE remembers its key. One that LINE refuses for what stands in it was never taken, for it always
 * said the same; a token, a quota or a customer that LINE does not accept now may have been good at a call whose answer was lost.
 */
function afterPush(
  call: BegunCall,
  result: NotAccepted,
  atLeastMs: number,
  options: TryOptions,
): Outcome | Failure {
  if (result.kind === 'rejected') {
    const isCertain = !call.wasCalled || result.code === 'line_rejected'
    return isCertain ? { code: result.code, detail: result.message } : unknown(result.message)
  }
  const wait = pauseAfter(call.calls, call.ageMs, atLeastMs, options.chance, options.retryPausesMs)
  if (wait === null) return { code: 'line_unreachable', detail: result.message }
  return { state: 'queued', waitMs: wait, error: result.message }
}

/**
 * A reply has no key: only the first call, refused at once, has certainly sent nothing. When the answer to one was lost, a refusal of
 * the next may mean that the first was taken.
 */
function afterReply(
  call: BegunCall,
  result: NotAccepted,
  atLeastMs: number,
  options: TryOptions,
): Outcome | Failure {
  const isFirst = call.calls === 1
  if (result.kind === 'token_refused' && isFirst) return pushed('together', 0, result.message)
  if (result.kind === 'retry') {
    if (isFirst && result.isThrottled === true) return pushed('together', atLeastMs, result.message)
    const { calls, tokenAgeMs } = call
    const wait = replyPauseAfter(calls, tokenAgeMs, atLeastMs, options.chance, options.replyPausesMs)
    return wait === null ? unknown(result.message) : { state: 'queued', waitMs: wait, error: result.message }
  }
  if (result.kind === 'rejected' && isFirst) return { code: result.code, detail: result.message }
  return unknown(result.message)
}
