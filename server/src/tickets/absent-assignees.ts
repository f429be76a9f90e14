import { publishEverywhere, ticketsChanged } from '../cluster-events.ts'
import type { ServerContext } from '../server-context.ts'
import type { OnlineStaff } from '../staff/online-staff.ts'
import { claimAbsentAlerts, clearAbsence } from './absent-assignees.store.ts'

const ALERT_AFTER_MS = 60_000
const POLL_MS = 2_000
/** Grace period in ms before staff without an open page are absent; after a server start, it applies to all staff. */
const GRACE_MS = 15_000

export interface AbsenceWatchOptions {
  alertAfterMs?: number
  pollMs?: number
  graceMs?: number
  /** Returns monotonic time in ms. */
  clock?: () => number
}

/** Alerts a channel's staff when a customer waits for an assignee who has no page open on any server. */
export function watchAbsentAssignees(
  context: Pick<ServerContext, 'db' | 'bus' | 'availability' | 'now'>,
  online: Pick<OnlineStaff, 'ids'>,
  options: AbsenceWatchOptions = {},
): { stop(): Promise<void> } {
  const { alertAfterMs = ALERT_AFTER_MS, pollMs = POLL_MS, graceMs = GRACE_MS } = options
  const clock = options.clock ?? (() => performance.now())
  const startedAt = clock()
  const lastSeen = new Map<string, number>()
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const now = clock()
    for (const id of online.ids()) lastSeen.set(id, now)
    for (const [id, at] of lastSeen) if (at < now - graceMs) lastSeen.delete(id)
    const present = [...lastSeen.keys()]
    // The marks of all present staff are removed, not only those of new arrivals, because another server that did not
    // know of their presence may have set a mark.
    publish(await clearAbsence(context.db, present), false)
    if (now - startedAt < graceMs) return
    const writtenBefore = new Date(context.now().getTime() - alertAfterMs)
    publish(await claimAbsentAlerts(context.db, present, writtenBefore), true)
  }

  function publish(ids: readonly string[], isAlert: boolean): void {
    for (const event of ticketsChanged(ids.map((id) => ({ id, isAlert })))) publishEverywhere(context, event)
  }

  const timer = setInterval(() => {
    checking ??= check()
      .catch((error) => context.availability.warn(error, 'the check for absent assignees failed; retrying'))
      .finally(() => {
        checking = undefined
      })
  }, pollMs)
  return {
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
