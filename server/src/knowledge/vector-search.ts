import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import type { EmbeddingConfig, KnowledgeConfig } from '../knowledge-settings.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { MeaningSearch, NearChunk } from '../server-context.ts'
import { EmbeddingClient, EmbeddingSuspended, QUESTION_WITHIN_MS } from './embedding-client.ts'
import { findMeaningIndex, type MeaningIndex, readNearest } from './meaning-index.store.ts'
import { readSignatures, readVectors } from './vector.store.ts'
import { PackedVectors, unitVector } from './vector-format.ts'

/** Age in ms after which the vectors in memory are read again. */
const MAX_AGE_MS = 1_000
/** Maximum time in ms that a search waits for new vectors. */
const WAIT_MS = 300
const INDEX_POLL_MS = 60_000
/** Maximum memory for vectors per process, in bytes; the oldest vectors beyond it are not searched. */
const MAX_BYTES = 512 * 1024 * 1024
const MAX_QUESTIONS = 500

interface Block {
  signature: string
  /** Size of the block's vectors in bytes; 0 until they are read. */
  bytes: number
  /** Vectors of the block; null when the memory limit was reached. */
  vectors: PackedVectors | null
}

export function createVectorSearch(
  { embedding }: Pick<KnowledgeConfig, 'embedding'>,
  db: Db,
  log: Logger,
  maxBytes = MAX_BYTES,
): MeaningSearch | null {
  return embedding === null ? null : new VectorSearch(embedding, db, log, maxBytes)
}

/** Ranks chunks by meaning. Searches work without it: after any error, no chunk is treated as similar. */
class VectorSearch implements MeaningSearch {
  readonly client: EmbeddingClient
  /** Minimum similarity of texts with the same meaning, halfway between unrelated and identical texts. */
  readonly same: number
  readonly #db: Db
  readonly #least: number
  readonly #maxBytes: number
  readonly #warnings: RepeatedWarnings
  readonly #blocks = new Map<number, Block>()
  readonly #questions = new Map<string, Float32Array>()
  #index: { found: MeaningIndex | undefined; until: number } = { found: undefined, until: 0 }
  #syncing: Promise<void> | undefined
  #syncedAt = Number.NEGATIVE_INFINITY

  constructor(config: EmbeddingConfig, db: Db, log: Logger, maxBytes: number) {
    this.client = new EmbeddingClient(config)
    this.same = (1 + config.least) / 2
    this.#db = db
    this.#least = config.least
    this.#maxBytes = maxBytes
    this.#warnings = new RepeatedWarnings(log)
  }

  async nearest(question: string, limit: number, hidden: ReadonlySet<number>): Promise<NearChunk[]> {
    try {
      const index = await this.#findIndex()
      if (index !== undefined)
        return await this.#rankByIndex(index, await this.#vectorOf(question), limit, hidden)
      const [questionVector] = await Promise.all([this.#vectorOf(question), this.#freshen()])
      return await this.#rank(questionVector, limit, hidden)
    } catch (error) {
      if (!(error instanceof EmbeddingSuspended))
        this.#warnings.warn(
          'embedding',
          { err: error },
          'a question was searched by words only; its vector is missing',
        )
      return []
    }
  }

  async #vectorOf(question: string): Promise<Float32Array> {
    const known = this.#questions.get(question)
    if (known !== undefined) return known
    const [numbers = []] = await this.client.embed([question], QUESTION_WITHIN_MS)
    const vector = unitVector(numbers)
    const [oldest] = this.#questions.keys()
    if (this.#questions.size >= MAX_QUESTIONS && oldest !== undefined) this.#questions.delete(oldest)
    this.#questions.set(question, vector)
    return vector
  }

  /** Finds the pgvector index. With an index, no vectors are kept in memory. */
  async #findIndex(): Promise<MeaningIndex | undefined> {
    if (performance.now() < this.#index.until) return this.#index.found
    const found = await findMeaningIndex(this.#db, this.client.model)
    this.#index = { found, until: performance.now() + INDEX_POLL_MS }
    if (found !== undefined) {
      this.#blocks.clear()
      this.#syncedAt = Number.NEGATIVE_INFINITY
    }
    return found
  }

  async #rankByIndex(
    index: MeaningIndex,
    question: Float32Array,
    limit: number,
    hidden: ReadonlySet<number>,
  ): Promise<NearChunk[]> {
    if (question.length !== index.dimensions) return []
    try {
      const vectors = new PackedVectors(await readNearest(this.#db, index, question, limit, hidden))
      return nearestFirst(this.#nearIn(vectors, question, hidden), limit)
    } catch (error) {
      // The index may have been dropped, so the next search looks for it again.
      this.#index.until = 0
      throw error
    }
  }

  async #rank(question: Float32Array, limit: number, hidden: ReadonlySet<number>): Promise<NearChunk[]> {
    const found: NearChunk[][] = []
    for (const { vectors } of [...this.#blocks.values()]) {
      if (vectors !== null) found.push(this.#nearIn(vectors, question, hidden))
      await setImmediate()
    }
    return nearestFirst(found.flat(), limit)
  }

  #nearIn(vectors: PackedVectors, question: Float32Array, hidden: ReadonlySet<number>): NearChunk[] {
    const found: NearChunk[] = []
    vectors.eachNearness(question, (no, nearness) => {
      if (nearness >= this.#least && !hidden.has(no)) found.push({ no, nearness })
    })
    return found
  }

  /** Loads new vectors. If this takes longer than `WAIT_MS`, they are available for a later search. */
  async #freshen(): Promise<void> {
    if (performance.now() - this.#syncedAt < MAX_AGE_MS) return
    this.#syncing ??= this.#readChanged()
      .catch((error) => {
        this.#warnings.warn('vectors', { err: error }, 'vectors of the knowledge base could not be read')
      })
      .finally(() => {
        this.#syncing = undefined
      })
    const end = new AbortController()
    await Promise.race([this.#syncing, wait(WAIT_MS, undefined, { signal: end.signal }).catch(() => {})])
    end.abort()
  }

  /** Reads changed blocks, newest first; when memory is not sufficient, omits the oldest blocks. */
  async #readChanged(): Promise<void> {
    const signatures = await readSignatures(this.#db, this.client.model)
    for (const block of this.#blocks.keys()) if (!signatures.has(block)) this.#blocks.delete(block)
    let held = 0
    let isFull = false
    for (const [block, signature] of [...signatures].sort(([a], [b]) => b - a)) {
      const known = await this.#read(block, signature, isFull ? 0 : this.#maxBytes - held)
      this.#blocks.set(block, known)
      held += known.vectors?.bytes ?? 0
      isFull ||= known.vectors === null
    }
    if (isFull) this.#warnings.warn('room', {}, 'vectors of the knowledge base do not fit in memory')
    this.#syncedAt = performance.now()
  }

  async #read(block: number, signature: string, space: number): Promise<Block> {
    const known = this.#blocks.get(block)
    const isSame = known?.signature === signature
    if (isSame && (known.bytes > space || known.vectors !== null))
      return known.bytes > space ? { ...known, vectors: null } : known
    if (space <= 0) return { signature, bytes: isSame ? known.bytes : 0, vectors: null }
    const vectors = new PackedVectors(await readVectors(this.#db, this.client.model, block))
    return { signature, bytes: vectors.bytes, vectors: vectors.bytes > space ? null : vectors }
  }
}

function nearestFirst(found: NearChunk[], limit: number): NearChunk[] {
  return found.sort((a, b) => b.nearness - a.nearness).slice(0, limit)
}
