import * as z from 'zod/mini'
import { ROLES } from '../constants.ts'
import { MomentSchema } from '../response-parts.ts'

export const StaffProfileSchema = z.object({
  id: z.string(),
  line_user_id: z.string(),
  status: z.string(),
  role: z.nullable(z.enum(ROLES)),
  display_name: z.string(),
  full_name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  picture_url: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  status_message: z.nullable(z.string()),
  email: z.nullable(z.string()),
  permissions: z.array(z.string()),
  last_login_at: z.nullable(MomentSchema),
})
export type StaffProfile = z.infer<typeof StaffProfileSchema>
