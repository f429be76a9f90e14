import { QUOTA_CHANGED } from 'shared/contract/constants.ts'
import { withJitter } from '../jitter.ts'
import { readBotInfo, readQuota } from '../line-api/bot-info.ts'
import type { ServerContext } from '../server-context.ts'
import {
  claimDueChannelInfo,
  makeChannelInfoDue,
  recordQuota,
  recordQuotaUsedUp,
  storeChannelInfo,
} from './channel-info.store.ts'
import { findAccessToken } from './channel-secrets.store.ts'
import { createChannelTokens } from './channel-token.store.ts'

const EVERY_S = 600
/** Minimum time in seconds between refreshes that quota refusals trigger. */
const MIN_INTERVAL_S = 30
const POLL_MS = 15_000

export interface RefreshOptions {
  everyS?: number
  apartS?: number
  pollMs?: number
}

/** Refreshes channels one at a time, each on only one server, and soon after a message exceeded a channel's quota. */
export function startChannelInfoRefresh(
  context: ServerContext,
  { everyS = EVERY_S, apartS = MIN_INTERVAL_S, pollMs = POLL_MS }: RefreshOptions = {},
): { stop(): Promise<void> } {
  let stopped = false
  let running: Promise<void> | undefined
  /** True when a check for due channels was requested since the last check began. */
  let isPending = false
  const recording = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  async function refreshDue(): Promise<void> {
    isPending = false
    while (!stopped) {
      const key = await claimDueChannelInfo(context.db, everyS)
      if (key === undefined) return
      await refreshChannelInfo(context, key)
    }
  }

  function check(): void {
    if (stopped) return
    isPending = true
    running ??= refreshDue()
      .catch((error) =>
        context.availability.warn(error, 'refreshing the channels from LINE failed; retrying'),
      )
      .finally(() => {
        running = undefined
        if (isPending) check()
      })
    clearTimeout(timer)
    timer = setTimeout(check, withJitter(pollMs))
  }

  async function recordUsedUp(channelKey: string): Promise<void> {
    if (await recordQuotaUsedUp(context.db, channelKey))
      context.bus.publish({ kind: 'ticket_list_update', channelKey, reason: QUOTA_CHANGED })
    await makeChannelInfoDue(context.db, channelKey, apartS)
  }

  const unsubscribe = context.bus.subscribe((busEvent) => {
    if (busEvent.kind !== 'ticket') return
    const isRefused = busEvent.events.some(
      (event) => event.type === 'message' && event.data.delivery_error === 'line_quota',
    )
    if (!isRefused) return
    const recorded = recordUsedUp(busEvent.channelKey)
      .then(check)
      .catch((error) =>
        context.availability.warn(error, 'refreshing the channels from LINE failed; retrying'),
      )
      .finally(() => recording.delete(recorded))
    recording.add(recorded)
  })
  check()

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
      await Promise.all([running, ...recording])
    },
  }
}

/** Refreshes one channel's data from LINE. Values that LINE does not return stay unchanged. */
export async function refreshChannelInfo(
  { db, bus, encryption, config, log }: Pick<ServerContext, 'db' | 'bus' | 'encryption' | 'config' | 'log'>,
  key: string,
): Promise<void> {
  const accessToken = await findAccessToken(db, encryption, key)
  if (accessToken === undefined) return
  const tokens = createChannelTokens(db, encryption, log)
  const access = { apiUrl: config.line.apiUrl, accessToken }
  const reported = await readBotInfo(access)
  if (reported.kind === 'refused') return tokens.recordRefused(key, accessToken, reported.reason)
  if (reported.kind === 'unknown') return
  await tokens.recordAccepted(key, accessToken)
  bus.publish({ kind: 'line_succeeded', channelKey: key, call: 'other' })
  await storeChannelInfo(db, key, reported.value)
  const quota = await readQuota(access)
  if (quota.kind !== 'known') return
  const changed = await recordQuota(db, key, quota.value)
  if (changed === undefined || changed.after === changed.before) return
  bus.publish({ kind: 'ticket_list_update', channelKey: key, reason: QUOTA_CHANGED })
  if (changed.after === 'fine') return
  const { limit, used } = quota.value
  if (changed.after === 'near')
    log.warn({ channel: key, limit, used }, 'this channel has used 80 % of its monthly messages')
  else log.warn({ channel: key, limit, used }, 'this channel has used all its monthly messages')
}
