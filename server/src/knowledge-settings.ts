import * as z from 'zod'
import { httpUrl } from './setting-urls.ts'

export interface KnowledgeConfig {
  /** Origin on this machine whose pages may be imported although they are not public; only for tests and demos. */
  testOrigin: string | null
  /** Settings of the embedding server; null when the knowledge base is searched by words only. */
  embedding: EmbeddingConfig | null
}

export interface EmbeddingConfig {
  /** Base URL, without `/embeddings` and without a trailing slash. */
  url: string
  key: string | null
  model: string
  /** Minimum similarity (-1 to 1) of a text's vector to the question's vector; texts below it are unrelated. */
  least: number
}

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

/** Reads the settings. Returns an error text when variables contradict each other. */
export function readKnowledgeSettings(
  env: z.output<typeof Settings> & { DEMO: boolean },
): KnowledgeConfig | string {
  // Only allowed in demos: staff who add a page could otherwise read services on this machine.
  if (env.KNOWLEDGE_TEST_PAGES && !env.DEMO) return 'KNOWLEDGE_TEST_PAGES is for tests and requires DEMO=1'
  const testOrigin = env.KNOWLEDGE_TEST_PAGES ? new URL(env.KNOWLEDGE_TEST_PAGES).origin : null
  const { KNOWLEDGE_EMBEDDING_URL: url, KNOWLEDGE_EMBEDDING_MODEL: model } = env
  if ((url === undefined) !== (model === undefined))
    return 'KNOWLEDGE_EMBEDDING_URL and KNOWLEDGE_EMBEDDING_MODEL must be set together'
  if (url === undefined || model === undefined) return { testOrigin, embedding: null }
  const [key, least] = [env.KNOWLEDGE_EMBEDDING_KEY ?? null, env.KNOWLEDGE_EMBEDDING_LEAST]
  return { testOrigin, embedding: { url, key, model, least } }
}
