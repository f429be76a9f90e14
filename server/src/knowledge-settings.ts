import * as z from 'zod'
import { httpUrl } from './setting-urls.ts'

export interface KnowledgeConfig {
  /** An origin whose pages are read though it stands on this machine: of tests, and of a demo alone. */
  testOrigin: string | null
  /** Null: searches go by words alone. */
  embedding: EmbeddingConfig | null
}

/** A server that speaks OpenAI's protocol for vectors of texts. */
export interface EmbeddingConfig {
  /** Without `/embeddings` and a trailing slash. */
  url: string
  key: string | null
  model: string
  /** Texts whose vector is less near to the question's (-1 to 1) have nothing to do with it. */
  least: number
}

/** The variables of the knowledge base, a part of the server's environment. */
export const KNOWLEDGE_SETTINGS = {
  KNOWLEDGE_TEST_PAGES: httpUrl().optional(),
  KNOWLEDGE_EMBEDDING_URL: httpUrl().optional(),
  KNOWLEDGE_EMBEDDING_KEY: z.string().optional(),
  KNOWLEDGE_EMBEDDING_MODEL: z.string().max(200).optional(),
  KNOWLEDGE_EMBEDDING_LEAST: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(0.35),
}

const Settings = z.object(KNOWLEDGE_SETTINGS)

/** A text: what is wrong with them together. */
export function readKnowledgeSettings(
  env: z.output<typeof Settings> & { DEMO: boolean },
): KnowledgeConfig | string {
  // Whoever may name a page would reach this machine with it.
  if (env.KNOWLEDGE_TEST_PAGES && !env.DEMO) return 'KNOWLEDGE_TEST_PAGES is for tests and needs DEMO=1'
  const testOrigin = env.KNOWLEDGE_TEST_PAGES ? new URL(env.KNOWLEDGE_TEST_PAGES).origin : null
  const { KNOWLEDGE_EMBEDDING_URL: url, KNOWLEDGE_EMBEDDING_MODEL: model } = env
  if ((url === undefined) !== (model === undefined))
    return 'KNOWLEDGE_EMBEDDING_URL and KNOWLEDGE_EMBEDDING_MODEL must be set together'
  if (url === undefined || model === undefined) return { testOrigin, embedding: null }
  const [key, least] = [env.KNOWLEDGE_EMBEDDING_KEY ?? null, env.KNOWLEDGE_EMBEDDING_LEAST]
  return { testOrigin, embedding: { url, key, model, least } }
}
