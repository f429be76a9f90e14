import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { projectMessages } from './message-search-projection.store.ts'

/** Delay until a message can be found, also one that another server stored. */
const POLL_MS = 600
const AT_ONCE = 500

export function startMessageSearchProjector({
  db,
  availability,
}: Pick<ServerContext, 'db' | 'availability'>): Projector {
  return startProjector({
    take: (limit) => projectMessages(db, limit),
    atOnce: AT_ONCE,
    pollMs: POLL_MS,
    onError: (error) => availability.warn(error, 'messages could not be indexed for search; retrying'),
  })
}
