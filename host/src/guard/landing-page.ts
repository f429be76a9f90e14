import type { Role } from 'shared/contract/constants.ts'

/** Landing page of managers. After the login every user is first sent here, and then redirected by role. */
export const DASHBOARD_PATH = '/dashboard'
/** Landing page of agents, and target of the link on a missing page. */
export const QUEUE_PATH = '/chat-queue'

/** Returns the landing page of a role. */
export function landingPageOf(role: Role | null): string {
  return role === 'BUSINESS' ? DASHBOARD_PATH : QUEUE_PATH
}
