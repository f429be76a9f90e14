import * as z from 'zod'
import type { EmbeddingConfig } from '../knowledge-settings.ts'
import { callOpenAi, EndpointRefusal } from '../openai-endpoint.ts'

/** Timeout in ms for embedding a question, after which the search uses only words. */
export const QUESTION_WITHIN_MS = 800
const FAILURES = 3
const SUSPENSION_MS = 30_000
/** Maximum size of a response in bytes: 64 vectors of 4,096 numbers. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Maximum length of a text in UTF-16 units: models read at most a few thousand tokens. */
const MAX_TEXT = 4_000
const MAX_DIMENSIONS = 4_096

/** HTTP statuses with which a server refuses the texts themselves, for example too long ones. */
const REFUSALS = new Set([400, 413, 422])

const ResponseSchema = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1).max(MAX_DIMENSIONS) }),
  ),
})

export class EmbeddingSuspended extends Error {}

/** Thrown when the embedding server works but does not accept these texts. */
export class EmbeddingRefused extends Error {}

/** Pauses requests after consecutive failures, so that a failed embedding server does not slow down searches. */
export class EmbeddingClient {
  readonly #config: EmbeddingConfig
  readonly #now: () => number
  #failures = 0
  #restsUntil = 0

  constructor(config: EmbeddingConfig, now: () => number = () => performance.now()) {
    this.#config = config
    this.#now = now
  }

  get model(): string {
    return this.#config.model
  }

  get isSuspended(): boolean {
    return this.#now() < this.#restsUntil
  }

  /** Returns vectors in the order of the texts. Throws EmbeddingSuspended, EmbeddingRefused, or the request's error. */
  async embed(texts: readonly string[], withinMs: number, end?: AbortSignal): Promise<number[][]> {
    if (this.isSuspended) throw new EmbeddingSuspended()
    try {
      const signals = [AbortSignal.timeout(withinMs), ...(end === undefined ? [] : [end])]
      const vectors = await this.#request(texts, AbortSignal.any(signals))
      this.#failures = 0
      return vectors
    } catch (error) {
      if (end?.aborted) throw error
      if (error instanceof EndpointRefusal && REFUSALS.has(error.status))
        throw new EmbeddingRefused(`embeddings: ${error.message}`)
      this.#failures += 1
      if (this.#failures >= FAILURES) this.#restsUntil = this.#now() + SUSPENSION_MS
      throw error
    }
  }

  async #request(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const body = {
      input: texts.map((text) => text.slice(0, MAX_TEXT).toWellFormed()),
      encoding_format: 'float',
    }
    const bounds = { signal, maxBytes: MAX_ANSWER_BYTES }
    const { data } = ResponseSchema.parse(await callOpenAi(this.#config, '/embeddings', body, bounds))
    const vectors = texts.map((_, at) => data.find(({ index }) => index === at)?.embedding)
    if (!vectors.every((vector) => vector !== undefined && vector.length === vectors[0]?.length))
      throw new Error('the embedding server returned missing vectors or vectors of different lengths')
    return vectors as number[][]
  }
}
