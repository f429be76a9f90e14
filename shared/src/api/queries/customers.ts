import { lateCalls } from '../late-calls.ts'

export const customerFamilyKey = ['customers'] as const

export type CustomerCalls = typeof import('./customers.queries.ts')

/** The calls about customers: their cases, tags, notes and VIP mark. They come with the first use. */
export const customerCalls = lateCalls<CustomerCalls>(() => import('./customers.queries.ts'))
