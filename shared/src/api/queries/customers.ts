import { lazyCalls } from '../lazy-calls.ts'

export const customerFamilyKey = ['customers'] as const

export type CustomerCalls = typeof import('./customers.queries.ts')

export const customerCalls = lazyCalls<CustomerCalls>(() => import('./customers.queries.ts'))
