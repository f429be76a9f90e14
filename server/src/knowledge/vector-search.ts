import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import type { EmbeddingConfig } from '../knowledge-settings.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import { EmbeddingClient, EmbeddingResting, QUESTION_WITHIN_MS } from './embedding-client.ts'
import { readSignatures, readVectors } from './vector.store.ts'
import { PackedVectors, unitVector } from './vector-format.ts'

/** How old what is known of the vectors may be. */
const FRESH_MS = 1_000
/** Of vectors in this process's memory; further ones are not searched. */
const MAX_BYTES = 512 * 1024 * 1024
/** Vectors of questions that are kept. */
const MAX_QUESTIONS = 500

export interface NearChunk {
  no: number
  /** 1: says the same, 0: has nothing to do with it. */
  nearness: number
}

/**
 * Ranks chunks by what they mean, where an embedding server is configured. A search never waits for it longer than a moment and is whole
 * without it: whatever goes wrong, nothing is near.
 */
export class VectorSearch {
  readonly client: EmbeddingClient
  readonly #db: Db
  readonly #least: number
  readonly #warnings: RepeatedWarnings
  readonly #blocks = new Map<number, { signature: string; vectors: PackedVectors }>()
  readonly #questions = new Map<string, Float32Array>()
  #syncing: Promise<void> | undefined
  #syncedAt = Number.NEGATIVE_INFINITY

  constructor(config: EmbeddingConfig, db: Db, log: Logger) {
    this.client = new EmbeddingClient(config)
    this.#db = db
    this.#least = config.least
    this.#warnings = new RepeatedWarnings(log)
  }

  /** The nearest chunks, nearest first, at most `limit`. */
  async nearest(question: string, limit: number): Promise<NearChunk[]> {
    try {
      const [asked] = await Promise.all([this.#vectorOf(question), this.#sync()])
      return await this.#rank(asked, limit)
    } catch (error) {
      if (!(error instanceof EmbeddingResting))
        this.#warnings.warn('embedding', { err: error }, 'a question was answered without its meaning')
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

  async #rank(question: Float32Array, limit: number): Promise<NearChunk[]> {
    const found: NearChunk[] = []
    for (const { vectors } of this.#blocks.values()) {
      vectors.eachNearness(question, (no, nearness) => {
        if (nearness >= this.#least) found.push({ no, nearness })
      })
      // Others have their turn in between.
      await setImmediate()
    }
    return found.sort((a, b) => b.nearness - a.nearness).slice(0, limit)
  }

  #sync(): Promise<void> {
    if (performance.now() - this.#syncedAt < FRESH_MS) return Promise.resolve()
    this.#syncing ??= this.#readChanged().finally(() => {
      this.#syncing = undefined
    })
    return this.#syncing
  }

  async #readChanged(): Promise<void> {
    const { model } = this.client
    const signatures = await readSignatures(this.#db, model)
    for (const block of this.#blocks.keys()) if (!signatures.has(block)) this.#blocks.delete(block)
    for (const [block, signature] of signatures) {
      if (this.#blocks.get(block)?.signature === signature) continue
      this.#blocks.delete(block)
      const vectors = new PackedVectors(await readVectors(this.#db, model, block))
      const held = [...this.#blocks.values()].reduce((sum, each) => sum + each.vectors.bytes, vectors.bytes)
      if (held <= MAX_BYTES) this.#blocks.set(block, { signature, vectors })
      else this.#warnings.warn('vectors', { block }, 'vectors of the knowledge base have no room in memory')
    }
    this.#syncedAt = performance.now()
  }
}
