import { lateCalls } from '../late-calls.ts'

export type KnowledgeCalls = typeof import('./knowledge.queries.ts')

/** The calls of the knowledge base. They come with what uses them first. */
export const knowledgeCalls = lateCalls<KnowledgeCalls>(() => import('./knowledge.queries.ts'))
