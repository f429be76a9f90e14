import type { Role } from 'shared/contract/constants.ts'

/** Path to which every user is sent after the login; agents are then redirected to the queue. */
export const DASHBOARD_PATH = '/dashboard'
export const QUEUE_PATH = '/chat-queue'

export function landingPageOf(role: Role | null): string {
  return role === 'BUSINESS' ? DASHBOARD_PATH : QUEUE_PATH
}
