import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import type { SignedIn } from './rules.ts'

/** The signed-in person as the browser reads them. LINE knows one name, so there is no full name or user name beside it. */
export function profileOf({ staff }: SignedIn): StaffProfile {
  return {
    id: staff.id,
    line_user_id: staff.lineUserId,
    status: 'APPROVED',
    role: staff.role,
    display_name: staff.displayName,
    full_name: null,
    username: null,
    picture_url: staff.pictureUrl,
    avatar_url: staff.pictureUrl,
    status_message: staff.statusMessage,
    email: staff.email,
    permissions: staff.permissions,
    last_login_at: staff.lastLoginAt?.toISOString() ?? null,
  }
}
