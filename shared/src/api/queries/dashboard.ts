import { lateCalls } from '../late-calls.ts'

export type DashboardCalls = typeof import('./dashboard.queries.ts')

export const dashboardCalls = lateCalls<DashboardCalls>(() => import('./dashboard.queries.ts'))
