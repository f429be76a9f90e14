import { randomUUID } from 'node:crypto'
import { type Projector, startProjector } from '../projector.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { ServerContext } from '../server-context.ts'
import { EmbeddingClient, EmbeddingRefused, EmbeddingSuspended } from './embedding-client.ts'
import { claimChunks, countRefused, readVectorState, releaseChunks, storeVectors } from './vector.store.ts'
import { packVector } from './vector-format.ts'

const BATCH_SIZE = 32
const POLL_MS = 1_000
const WITHIN_MS = 30_000
const RETRY_SECS = 30
/** Interval in ms between checks while no chunk needs a vector and nothing changes. */
const IDLE_CHECK_MS = 60_000
/** Text that every model accepts: a server that refuses this text refuses everything. */
const PLAIN_TEXT = 'สวัสดี'
/** Vector of a refused text; the embedding is requested again after a day, for up to a week. */
const NO_VECTOR = Buffer.alloc(0)

export function startVectorProjector({
  db,
  config,
  availability,
  log,
}: Pick<ServerContext, 'db' | 'config' | 'availability' | 'log'>): Projector | null {
  const { embedding } = config.knowledge
  if (embedding === null) return null
  const client = new EmbeddingClient(embedding)
  const warnings = new RepeatedWarnings(log)
  const owner = randomUUID()
  const end = new AbortController()
  let idleState = { log: -1, until: 0 }
  let retryAt = Number.NEGATIVE_INFINITY
  const project = startProjector({
    projectBatch: async (limit) => {
      if (client.isSuspended || performance.now() < retryAt) return 0
      const { log: newest, isLeased } = await readVectorState(db)
      if (newest === idleState.log && performance.now() < idleState.until) return 0
      const due = await claimChunks(db, client.model, owner, limit)
      if (due.length === 0) {
        if (!isLeased) idleState = { log: newest, until: performance.now() + IDLE_CHECK_MS }
        return 0
      }
      const chunkNumbers = due.map(({ no }) => no)
      try {
        const texts = due.map(({ content }) => content)
        const vectors = await embedEach(client, texts, end.signal)
        const made = vectors.map((numbers, index) => ({
          no: chunkNumbers[index] ?? 0,
          bytes: numbers === null ? NO_VECTOR : packVector(numbers),
        }))
        await storeVectors(db, client.model, owner, made)
        if (vectors.includes(null)) {
          const chunk = chunkNumbers[vectors.indexOf(null)]
          const details = { chunk, refused: await countRefused(db) }
          warnings.warn('refused', details, 'the embedding server refuses texts of the knowledge base')
        }
        return due.length
      } catch (error) {
        if (error instanceof EmbeddingRefused) retryAt = performance.now() + RETRY_SECS * 1_000
        await releaseChunks(db, owner, chunkNumbers, end.signal.aborted ? 0 : RETRY_SECS)
        throw error
      }
    },
    batchSize: BATCH_SIZE,
    pollMs: POLL_MS,
    onError: (error) => {
      if (error instanceof EmbeddingSuspended || end.signal.aborted) return
      availability.warn(error, 'texts of the knowledge base could not be embedded; retrying')
    },
  })
  return {
    stop: () => {
      end.abort()
      return project.stop()
    },
  }
}

/** Returns null for each text that the server refuses. Throws `EmbeddingRefused` when the server refuses every text. */
async function embedEach(
  client: EmbeddingClient,
  texts: readonly string[],
  end: AbortSignal,
  isHalf = false,
): Promise<(number[] | null)[]> {
  try {
    return await client.embed(texts, WITHIN_MS, end)
  } catch (error) {
    if (!(error instanceof EmbeddingRefused)) throw error
    if (!isHalf) await client.embed([PLAIN_TEXT], WITHIN_MS, end)
    if (texts.length === 1) return [null]
    const half = Math.ceil(texts.length / 2)
    const first = await embedEach(client, texts.slice(0, half), end, true)
    return [...first, ...(await embedEach(client, texts.slice(half), end, true))]
  }
}
