import type { Db } from '../db/client.ts'
import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { foldCases, foldNewest, isOfData, takeUpAgain } from './case-figures.store.ts'
import { noteRecounts } from './opening-hours.store.ts'

/** What happens in a case stands in the figures about so long after its commit. */
const LOOK_MS = 600
const AT_ONCE = 500
/** What was put aside is tried again when a server begins, and so long after. */
const ASIDE_MS = 3_600_000

/** `onAside`: of this case nothing can be counted. */
type OnAside = (error: unknown, ticketId: string) => void

/** Brings what happened in cases into the figures of the dashboard. */
export function startDashboardFold({
  db,
  availability,
  log,
}: Pick<ServerContext, 'db' | 'availability' | 'log'>): Fold {
  let aside = 0
  const onAside: OnAside = (error, ticketId) => {
    aside += 1
    log.error(
      { err: error, ticketId, casesAside: aside },
      'a case cannot be counted: the figures are without it',
    )
  }
  let triedAt = Number.NEGATIVE_INFINITY
  return startFold({
    take: async (limit) => {
      const now = performance.now()
      if (now - triedAt >= ASIDE_MS) {
        await takeUpAgain(db)
        triedAt = now
      }
      return foldNext(db, limit, onAside)
    },
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'cases were not counted; trying again'),
  })
}

/** Of what was noted first, and where that is little, notes what is to be counted again. Answers `limit` where there may be more. */
async function foldNext(db: Db, limit: number, onAside: OnAside): Promise<number | undefined> {
  const taken = await foldAround(db, limit, onAside)
  if (taken === undefined || taken === limit) return taken
  return (await noteRecounts(db, limit)) ? limit : taken
}

/**
 * A case that cannot be counted holds up none of the others: a portion with it is halved until it is alone, and then its note is put
 * aside. Answers `limit` after that, for there may be more.
 */
export async function foldAround(db: Db, limit: number, onAside: OnAside): Promise<number | undefined> {
  for (let portion = limit; ; portion = Math.ceil(portion / 2)) {
    try {
      const taken = await foldCases(db, portion)
      return taken === portion ? limit : taken
    } catch (error) {
      if (!isOfData(error)) throw error
      if (portion > 1) continue
      const aside = await foldNewest(db)
      if (aside !== undefined) onAside(aside.error, aside.ticketId)
      return limit
    }
  }
}
