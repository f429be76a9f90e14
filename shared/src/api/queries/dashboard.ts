import { lateCalls } from '../late-calls.ts'

export type DashboardCalls = typeof import('./dashboard.queries.ts')

/** The calls of the dashboard. They come with its pages. */
export const dashboardCalls = lateCalls<DashboardCalls>(() => import('./dashboard.queries.ts'))
