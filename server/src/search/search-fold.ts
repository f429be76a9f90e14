import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { foldMessages } from './fold.store.ts'

/** Delay until a message can be found, also one that another server stored. */
const LOOK_MS = 600
const AT_ONCE = 500

/** Starts the projector that updates the search index. */
export function startSearchFold({ db, availability }: Pick<ServerContext, 'db' | 'availability'>): Fold {
  return startFold({
    take: (limit) => foldMessages(db, limit),
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'messages were not made searchable; trying again'),
  })
}
