import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { foldMessages } from './fold.store.ts'

/** A message can be found about so long after its commit, also one that another server has stored. */
const LOOK_MS = 600
const AT_ONCE = 500

/** Brings messages into what is searched. */
export function startSearchFold({ db, availability }: Pick<ServerContext, 'db' | 'availability'>): Fold {
  return startFold({
    take: (limit) => foldMessages(db, limit),
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'messages were not made searchable; trying again'),
  })
}
