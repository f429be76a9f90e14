import { lateCalls } from '../late-calls.ts'

export const customerFamilyKey = ['customers'] as const

export type CustomerCalls = typeof import('./customers.queries.ts')

/** Lazy calls for customers: their tickets, tags, notes and VIP flag. */
export const customerCalls = lateCalls<CustomerCalls>(() => import('./customers.queries.ts'))
