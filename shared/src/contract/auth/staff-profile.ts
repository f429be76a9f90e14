import * as z from 'zod'
import { MomentSchema } from '../answer-parts.ts'
import { ROLES } from '../constants.ts'

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
