import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { foldCases } from './case-figures.store.ts'

/** What happens in a case stands in the figures about so long after its commit. */
const LOOK_MS = 600
const AT_ONCE = 500

/** Brings what happened in cases into the figures of the dashboard. */
export function startDashboardFold({ db, availability }: Pick<ServerContext, 'db' | 'availability'>): Fold {
  return startFold({
    take: (limit) => foldCases(db, limit),
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'cases were not counted; trying again'),
  })
}
