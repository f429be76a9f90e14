import { lateCalls } from '../late-calls.ts'

export type KnowledgeCalls = typeof import('./knowledge.queries.ts')

/** Lazy calls for the knowledge base. */
export const knowledgeCalls = lateCalls<KnowledgeCalls>(() => import('./knowledge.queries.ts'))
