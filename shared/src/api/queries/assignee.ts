import { lazyCalls } from '../lazy-calls.ts'

export type AssigneeCalls = typeof import('./assignee.queries.ts')

/** The code of these calls is loaded on first use, because most page visits do not change an assignee. */
export const assigneeCalls = lazyCalls<AssigneeCalls>(() => import('./assignee.queries.ts'))
