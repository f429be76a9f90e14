import { lazyCalls } from '../lazy-calls.ts'

export type DashboardCalls = typeof import('./dashboard.queries.ts')

export const dashboardCalls = lazyCalls<DashboardCalls>(() => import('./dashboard.queries.ts'))
