import type { Role } from 'shared/contract/constants.ts'

/** Where a role's work begins. */
export function landingOf(role: Role | null): string {
  return role === 'BUSINESS' ? '/dashboard' : '/chat-queue'
}
