import type { PoolClient } from 'pg'
import { EVENT_CHANNEL, publishNotice } from '../cluster-events.ts'
import { withJitter } from '../jitter.ts'
import type { ServerContext } from '../server-context.ts'
import { findBarredStaff, SESSION_END_CHANNEL } from './session.store.ts'

const RETRY_MS = 1_000
const RETRY_MAX_MS = 30_000
const PING_MS = 30_000

/** Listens for notifications. After a reconnect, ends sessions of suspended staff: their notification may be lost. */
export function startNotificationListener(
  context: ServerContext,
  others: ReadonlyMap<string, (payload: string) => void> = new Map(),
  pingMs = PING_MS,
) {
  let stopped = false
  let client: PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let wait = RETRY_MS
  let markReady = () => {}
  const ready = new Promise<void>((resolve) => {
    markReady = resolve
  })

  async function connect(isAgain: boolean): Promise<void> {
    try {
      const fresh = await context.db.$client.connect()
      if (stopped) return fresh.release()
      client = fresh
      fresh.once('error', () => again(fresh))
      fresh.once('end', () => again(fresh))
      fresh.on('notification', ({ channel, payload }) => {
        try {
          if (channel === SESSION_END_CHANNEL) publishEnd(context, payload ?? '')
          else if (channel === EVENT_CHANNEL) publishNotice(context, payload ?? '')
          else others.get(channel)?.(payload ?? '')
        } catch (error) {
          context.log.warn({ err: error, channel }, 'a notification of another process cannot be read')
        }
      })
      for (const channel of [SESSION_END_CHANNEL, EVENT_CHANNEL, ...others.keys()])
        await fresh.query(`listen ${channel}`)
      wait = RETRY_MS
      if (isAgain) {
        for (const staffId of await findBarredStaff(context.db))
          context.bus.publish({ kind: 'session_ended', staffId })
      }
      markReady()
    } catch (error) {
      context.availability.warn(error, 'cannot listen to other server processes; retrying')
      again(client)
    }
  }

  /** Sends a query, because a connection that only listens does not notice that its other side no longer exists. */
  async function ping(): Promise<void> {
    const checked = client
    try {
      await checked?.query('select 1')
    } catch (error) {
      context.availability.warn(error, 'notifications of other server processes may be lost; listening again')
      again(checked)
    }
  }

  function again(lost: PoolClient | undefined): void {
    if (stopped || timer !== undefined || (lost !== undefined && lost !== client)) return
    drop()
    timer = setTimeout(() => {
      timer = undefined
      void connect(true)
    }, withJitter(wait))
    wait = Math.min(wait * 2, RETRY_MAX_MS)
  }

  function drop(): void {
    const old = client
    client = undefined
    old?.removeAllListeners('notification')
    old?.on('error', () => {})
    old?.release(true)
  }

  void connect(false)
  const pingTimer = setInterval(() => void ping(), pingMs)
  const unwatch = context.availability.onChange((isAway) => {
    if (!isAway) void ping()
  })
  return {
    ready,
    stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(pingTimer)
      unwatch()
      drop()
    },
  }
}

function publishEnd(context: ServerContext, payload: string): void {
  const { staffId, tokenHash } = JSON.parse(payload) as { staffId?: unknown; tokenHash?: unknown }
  if (typeof staffId !== 'string') return
  context.bus.publish({
    kind: 'session_ended',
    staffId,
    ...(typeof tokenHash === 'string' ? { tokenHash } : {}),
  })
}
