import { lateCalls } from '../late-calls.ts'

export type KnowledgeCalls = typeof import('./knowledge.queries.ts')

export const knowledgeCalls = lateCalls<KnowledgeCalls>(() => import('./knowledge.queries.ts'))
