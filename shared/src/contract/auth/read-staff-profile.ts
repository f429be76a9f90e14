/** Reads a staff profile without zod, because the login screens render before zod is loaded. */
import { asMoment, asRaw, firstText } from '../raw-json.ts'
import { readRoleAndPermissions } from './role-and-permissions.ts'
import type { StaffProfile } from './staff-profile.ts'

export function readStaffProfile(value: unknown): StaffProfile {
  const raw = asRaw(value)
  const image = firstText(raw, 'picture_url', 'avatar_url') ?? null
  const lineUserId = firstText(raw, 'line_user_id', 'id') ?? ''
  return {
    id: firstText(raw, 'id', 'line_user_id') ?? '',
    line_user_id: lineUserId,
    status: firstText(raw, 'status') ?? '',
    display_name: firstText(raw, 'display_name', 'full_name', 'username') ?? lineUserId,
    full_name: firstText(raw, 'full_name') ?? null,
    username: firstText(raw, 'username') ?? null,
    picture_url: image,
    avatar_url: firstText(raw, 'avatar_url') ?? image,
    status_message: firstText(raw, 'status_message') ?? null,
    email: firstText(raw, 'email') ?? null,
    last_login_at: asMoment(raw.last_login_at),
    ...readRoleAndPermissions(raw),
  }
}

/** Returns the profile in a response of `GET /auth/me`, from `profile` or `user`. Null when neither is an object. */
export function profileOfResponse(response: unknown): StaffProfile | null {
  const { profile, user } = asRaw(response)
  const found = profile ?? user
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? readStaffProfile(found) : null
}
