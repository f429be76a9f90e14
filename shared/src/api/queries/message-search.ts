import { lazyCalls } from '../lazy-calls.ts'

export type MessageSearchCalls = typeof import('./message-search.queries.ts')

export const messageSearchCalls = lazyCalls<MessageSearchCalls>(() => import('./message-search.queries.ts'))
