import { lazyCalls } from '../lazy-calls.ts'

export type AssigneeCalls = typeof import('./assignee.queries.ts')

/** Most page visits use none of these calls. */
export const assigneeCalls = lazyCalls<AssigneeCalls>(() => import('./assignee.queries.ts'))
