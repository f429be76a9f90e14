import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import { markTicketsDue, monthsOfSums, projectTickets, recomputeMonth } from './ticket-metrics.store.ts'

const MAX_MARKED = 5_000
const PROJECTED_AT_ONCE = 500
const WAIT_MS = 100

/** Computes all metrics again. Servers may run meanwhile: metrics stay readable and include new events. */
export async function rebuildMetrics(db: Db, onProgress: (noted: number) => void = () => {}): Promise<void> {
  let after: string | null = null
  let noted = 0
  do {
    const batch = await markTicketsDue(db, { after, limit: MAX_MARKED })
    after = batch.last
    noted += batch.count
    onProgress(noted)
    await projectAll(db)
  } while (after !== null)
  await recomputeSums(db)
}

/** Computes all sums again, by month: an abort leaves complete months, and between months new events are processed. */
export async function recomputeSums(db: Db): Promise<void> {
  for (const month of await monthsOfSums(db)) {
    while (!(await recomputeMonth(db, month))) await pause(withJitter(WAIT_MS))
    await projectAll(db)
  }
}

async function projectAll(db: Db): Promise<void> {
  for (;;) {
    const taken = await projectTickets(db, PROJECTED_AT_ONCE)
    if (taken === undefined) await pause(withJitter(WAIT_MS))
    else if (taken < PROJECTED_AT_ONCE) return
  }
}
