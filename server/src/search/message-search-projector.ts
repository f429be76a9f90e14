import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { projectMessages } from './message-search-projection.store.ts'

/** Polling interval in ms, which is the maximum delay until messages that another server stored can be found. */
const POLL_MS = 600
const BATCH_SIZE = 500

export function startMessageSearchProjector({
  db,
  availability,
}: Pick<ServerContext, 'db' | 'availability'>): Projector {
  return startProjector({
    projectBatch: (limit) => projectMessages(db, limit),
    batchSize: BATCH_SIZE,
    pollMs: POLL_MS,
    onError: (error) => availability.warn(error, 'messages could not be indexed for search; retrying'),
  })
}
