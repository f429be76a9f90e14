import type { Role } from 'shared/contract/constants.ts'

/** Landing page of managers. Every user is first sent here after the login, and agents go on to the queue. */
export const DASHBOARD_PATH = '/dashboard'
/** Landing page of agents, and target of the links on the 404 page and on pages that failed to load. */
export const QUEUE_PATH = '/chat-queue'

/** Returns the landing page of a role. */
export function landingPageOf(role: Role | null): string {
  return role === 'BUSINESS' ? DASHBOARD_PATH : QUEUE_PATH
}
