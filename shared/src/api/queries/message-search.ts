import { lateCalls } from '../late-calls.ts'

export type MessageSearchCalls = typeof import('./message-search.queries.ts')

export const messageSearchCalls = lateCalls<MessageSearchCalls>(() => import('./message-search.queries.ts'))
