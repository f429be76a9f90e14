import { lateCalls } from '../late-calls.ts'

export type MessageSearchCalls = typeof import('./message-search.queries.ts')

/** The call that searches in messages. It comes with the window that needs it. */
export const messageSearchCalls = lateCalls<MessageSearchCalls>(() => import('./message-search.queries.ts'))
