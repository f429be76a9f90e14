import * as z from 'zod/mini'
import { asRaw, firstText } from '../raw-json.ts'

/** A staff member as shown to others: on a ticket, as a sender, or in a list of agents. */
export const StaffMemberSchema = z.object({
  id: z.string(),
  line_user_id: z.string(),
  display_name: z.string(),
  full_name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** Last characters of the LINE user id, when another staff member has the same name. */
  id_tail: z.optional(z.string()),
})
export type StaffMember = z.infer<typeof StaffMemberSchema>

/** Reads a staff member from a record with any supported field names, or from a bare id. Null for other values. */
export function readStaffMember(value: unknown): StaffMember | null {
  const raw = typeof value === 'string' && value !== '' ? { id: value } : asRaw(value)
  const id = firstText(raw, 'id', 'line_user_id')
  const name = firstText(raw, 'display_name', 'full_name', 'username', 'name')
  if (id === undefined && name === undefined) return null
  const tail = firstText(raw, 'id_tail')
  return {
    id: id ?? '',
    line_user_id: firstText(raw, 'line_user_id', 'id') ?? '',
    display_name: name ?? id ?? '',
    full_name: firstText(raw, 'full_name') ?? null,
    username: firstText(raw, 'username') ?? null,
    avatar_url: firstText(raw, 'avatar_url', 'picture_url') ?? null,
    ...(tail === undefined ? {} : { id_tail: tail }),
  }
}
