import type { Role } from 'shared/contract/constants.ts'

/** Every user is first sent here after the login, and agents go on to the queue. */
export const DASHBOARD_PATH = '/dashboard'
export const QUEUE_PATH = '/chat-queue'

export function landingPageOf(role: Role | null): string {
  return role === 'BUSINESS' ? DASHBOARD_PATH : QUEUE_PATH
}
