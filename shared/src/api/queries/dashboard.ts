import { lateCalls } from '../late-calls.ts'

export type DashboardCalls = typeof import('./dashboard.queries.ts')

/** Lazy calls for the dashboard. */
export const dashboardCalls = lateCalls<DashboardCalls>(() => import('./dashboard.queries.ts'))
