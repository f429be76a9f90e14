import { lateCalls } from '../late-calls.ts'

export type MessageSearchCalls = typeof import('./message-search.queries.ts')

/** Lazy call for searching messages. */
export const messageSearchCalls = lateCalls<MessageSearchCalls>(() => import('./message-search.queries.ts'))
