import type { Role } from 'shared/contract/constants.ts'

/** Where managers begin; after signing in everybody is led there, and on from there by their role. */
export const DASHBOARD_PATH = '/dashboard'
/** Where agents begin, and the way on for whoever has come to a page that is not there. */
export const QUEUE_PATH = '/chat-queue'

/** Where a role's work begins. */
export function landingOf(role: Role | null): string {
  return role === 'BUSINESS' ? DASHBOARD_PATH : QUEUE_PATH
}
