import { CLOSE_ANY_PERMISSION, CLOSE_ANY_ROLES, ROLES, type Role } from '../constants.ts'

/**
 * Role and permissions of a profile that a server answered. A role is read in any case. One that opens no page of ours is none,
 * but a supervisor may close any ticket: that becomes the permission for it.
 */
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
