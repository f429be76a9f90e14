import { CLOSE_ANY_PERMISSION, CLOSE_ANY_ROLES, ROLES, type Role } from '../constants.ts'

/** Reads a role, in any case, as ADMIN, BUSINESS or null. A `supervisor` has the role null and may close any ticket. */
export function readRoleAndPermissions(raw: { role?: unknown; permissions?: unknown }): {
  role: Role | null
  permissions: string[]
} {
  const word = typeof raw.role === 'string' ? raw.role : ''
  const role = ROLES.find((each) => each === word.toUpperCase()) ?? null
  const given = Array.isArray(raw.permissions) ? raw.permissions : []
  const permissions = given.filter((each): each is string => typeof each === 'string')
  const closesAny = role === null && CLOSE_ANY_ROLES.some((each) => each === word.toLowerCase())
  if (closesAny && !permissions.includes(CLOSE_ANY_PERMISSION)) permissions.push(CLOSE_ANY_PERMISSION)
  return { role, permissions }
}
