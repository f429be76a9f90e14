import { lazyCalls } from '../lazy-calls.ts'

export type HandOverCalls = typeof import('./hand-over.queries.ts')

/** Lazy calls for transferring and unassigning tickets. Most visits need none of them. */
export const handOverCalls = lazyCalls<HandOverCalls>(() => import('./hand-over.queries.ts'))
