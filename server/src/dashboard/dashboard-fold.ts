import type { Db } from '../db/client.ts'
import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { foldCases } from './case-figures.store.ts'
import { noteRecounts } from './opening-hours.store.ts'

/** What happens in a case stands in the figures about so long after its commit. */
const LOOK_MS = 600
const AT_ONCE = 500

/** Brings what happened in cases into the figures of the dashboard. */
export function startDashboardFold({ db, availability }: Pick<ServerContext, 'db' | 'availability'>): Fold {
  return startFold({
    take: (limit) => foldNext(db, limit),
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'cases were not counted; trying again'),
  })
}

/** Of what was noted first, and where that is little, notes what is to be counted again. Answers `limit` where there may be more. */
async function foldNext(db: Db, limit: number): Promise<number | undefined> {
  const taken = await foldCases(db, limit)
  if (taken === undefined || taken === limit) return taken
  return (await noteRecounts(db, limit)) ? limit : taken
}
