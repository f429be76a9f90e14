import { randomUUID } from 'node:crypto'
import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { EmbeddingClient, EmbeddingResting } from './embedding-client.ts'
import { claimChunks, giveBack, storeVectors } from './vector.store.ts'
import { packVector } from './vector-format.ts'

const AT_ONCE = 32
const LOOK_MS = 1_000
const WITHIN_MS = 30_000
/** What could not be done now is due again then. */
const AGAIN_SECS = 30

/** Asks for the vectors of chunks that have none, a portion at a time under a lease, behind whatever adds them. Null: nobody is to be asked. */
export function startVectorFold({
  db,
  config,
  availability,
}: Pick<ServerContext, 'db' | 'config' | 'availability'>): Fold | null {
  const { embedding } = config.knowledge
  if (embedding === null) return null
  const client = new EmbeddingClient(embedding)
  const owner = randomUUID()
  const end = new AbortController()
  const fold = startFold({
    take: async (limit) => {
      if (client.isResting) return 0
      const due = await claimChunks(db, client.model, owner, limit)
      if (due.length === 0) return 0
      const nos = due.map(({ no }) => no)
      try {
        const texts = due.map(({ content }) => content)
        const vectors = await client.embed(texts, WITHIN_MS, end.signal)
        const made = vectors.map((numbers, place) => ({ no: nos[place] ?? 0, bytes: packVector(numbers) }))
        await storeVectors(db, client.model, owner, made)
        return due.length
      } catch (error) {
        await giveBack(db, owner, nos, end.signal.aborted ? 0 : AGAIN_SECS)
        throw error
      }
    },
    atOnce: AT_ONCE,
    lookMs: LOOK_MS,
    onError: (error) => {
      if (error instanceof EmbeddingResting || end.signal.aborted) return
      availability.warn(error, 'texts of the knowledge base have no vectors yet; trying again')
    },
  })
  return {
    stop: () => {
      end.abort()
      return fold.stop()
    },
  }
}
