import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import { foldCases, monthsOfSums, noteCases, sumMonthAgain } from './case-figures.store.ts'

const NOTED_AT_ONCE = 5_000
const FOLDED_AT_ONCE = 500
/** While a server folds. */
const WAIT_MS = 100

/**
 * Counts every case again and makes the sums by day anew, beside running servers: the figures can be read meanwhile, and what happens in
 * the meantime is in them. `told`: after each portion, how many cases were noted.
 */
export async function rebuildFigures(db: Db, told: (noted: number) => void = () => {}): Promise<void> {
  let after: string | null = null
  let noted = 0
  do {
    const batch = await noteCases(db, { after, limit: NOTED_AT_ONCE })
    after = batch.last
    noted += batch.count
    told(noted)
    await foldAll(db)
  } while (after !== null)
  await sumAgain(db)
}

/** Makes the sums again, month by month: whoever breaks it off leaves whole months, and what happens meanwhile is folded in between. */
export async function sumAgain(db: Db): Promise<void> {
  for (const month of await monthsOfSums(db)) {
    while (!(await sumMonthAgain(db, month))) await pause(withJitter(WAIT_MS))
    await foldAll(db)
  }
}

async function foldAll(db: Db): Promise<void> {
  for (;;) {
    const taken = await foldCases(db, FOLDED_AT_ONCE)
    if (taken === undefined) await pause(withJitter(WAIT_MS))
    else if (taken < FOLDED_AT_ONCE) return
  }
}
