import * as z from 'zod'
import { ROLES } from '../constants.ts'
import { asMoment, asRaw, firstText, MomentSchema } from '../read-json.ts'
import { readRoleAndPermissions } from './role-and-permissions.ts'

/** The person who is signed in. */
export const StaffProfileSchema = z.object({
  id: z.string(),
  line_user_id: z.string(),
  status: z.string(),
  role: z.enum(ROLES).nullable(),
  display_name: z.string(),
  full_name: z.string().nullable(),
  username: z.string().nullable(),
  picture_url: z.string().nullable(),
  avatar_url: z.string().nullable(),
  status_message: z.string().nullable(),
  email: z.string().nullable(),
  permissions: z.array(z.string()),
  last_login_at: MomentSchema.nullable(),
})
export type StaffProfile = z.infer<typeof StaffProfileSchema>

/** Takes a profile in any of its spellings. */
export const decodeStaffProfile = z.preprocess((value) => {
  const raw = asRaw(value)
  const picture = firstText(raw, 'picture_url', 'avatar_url') ?? null
  const lineUserId = firstText(raw, 'line_user_id', 'id') ?? ''
  return {
    id: firstText(raw, 'id', 'line_user_id') ?? '',
    line_user_id: lineUserId,
    status: firstText(raw, 'status') ?? '',
    display_name: firstText(raw, 'display_name', 'full_name', 'username') ?? lineUserId,
    full_name: firstText(raw, 'full_name') ?? null,
    username: firstText(raw, 'username') ?? null,
    picture_url: picture,
    avatar_url: firstText(raw, 'avatar_url') ?? picture,
    status_message: firstText(raw, 'status_message') ?? null,
    email: firstText(raw, 'email') ?? null,
    last_login_at: asMoment(raw.last_login_at),
    ...readRoleAndPermissions(raw),
  }
}, StaffProfileSchema)
