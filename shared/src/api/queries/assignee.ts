import { lazyCalls } from '../lazy-calls.ts'

export type AssigneeCalls = typeof import('./assignee.queries.ts')

/** Lazy calls for transferring and unassigning tickets. Most visits need none of them. */
export const assigneeCalls = lazyCalls<AssigneeCalls>(() => import('./assignee.queries.ts'))
