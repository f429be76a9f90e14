import { readRoleAndPermissions } from '../contract/auth/role-and-permissions.ts'
import type { StaffProfile } from '../contract/auth/staff-profile.ts'

type Raw = Record<string, unknown>

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(raw: Raw, ...fields: string[]): string | null {
  for (const field of fields) {
    const value = raw[field]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return null
}

/** ISO 8601 or milliseconds; a time without a zone means UTC. */
function moment(value: unknown): string | null {
  const hasZone = typeof value === 'string' && /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value)
  const readable = typeof value === 'string' && !hasZone && value.includes('T') ? `${value}Z` : value
  if (typeof readable !== 'string' && typeof readable !== 'number') return null
  const time = new Date(readable)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/**
 * The profile in an answer of `GET /auth/me`: its field `profile`, or else `user`; null when it has neither.
 * Reads what `decodeStaffProfile` of the contract reads (a test holds the two together), but by hand: the sign-in screens
 * are drawn before the schema library is on the page.
 */
export function readProfile(answer: unknown): StaffProfile | null {
  const found = isRecord(answer) ? (answer.profile ?? answer.user) : null
  if (!isRecord(found)) return null
  const lineUserId = text(found, 'line_user_id', 'id') ?? ''
  const picture = text(found, 'picture_url', 'avatar_url')
  return {
    id: text(found, 'id', 'line_user_id') ?? '',
    line_user_id: lineUserId,
    status: text(found, 'status') ?? '',
    display_name: text(found, 'display_name', 'full_name', 'username') ?? lineUserId,
    full_name: text(found, 'full_name'),
    username: text(found, 'username'),
    picture_url: picture,
    avatar_url: text(found, 'avatar_url') ?? picture,
    status_message: text(found, 'status_message'),
    email: text(found, 'email'),
    last_login_at: moment(found.last_login_at),
    ...readRoleAndPermissions(found),
  }
}
