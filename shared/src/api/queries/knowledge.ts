import { lazyCalls } from '../lazy-calls.ts'

export type KnowledgeCalls = typeof import('./knowledge.queries.ts')

export const knowledgeCalls = lazyCalls<KnowledgeCalls>(() => import('./knowledge.queries.ts'))
