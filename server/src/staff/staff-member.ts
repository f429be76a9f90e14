import { type SQL, sql } from 'drizzle-orm'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { StaffRow } from './staff.store.ts'

export function staffMemberOf(
  staff: Pick<StaffRow, 'id' | 'lineUserId' | 'displayName' | 'pictureUrl' | 'idTail'>,
): StaffMember {
  return {
    id: staff.id,
    line_user_id: staff.lineUserId,
    display_name: staff.displayName,
    full_name: null,
    username: null,
    avatar_url: staff.pictureUrl,
    ...(staff.idTail === null ? {} : { id_tail: staff.idTail }),
  }
}

/** Returns SQL for the JSON of a staff member, given the table's alias; null if an outer join has no match. */
export function staffMemberJson(alias: string): SQL<StaffMember | null> {
  const p = sql.identifier(alias)
  const parts = sql`'id', ${p}.id, 'line_user_id', ${p}.line_user_id, 'display_name', ${p}.display_name, 'full_name', null,
    'username', null, 'avatar_url', ${p}.picture_url`
  return sql<StaffMember | null>`case when ${p}.id is null then null when ${p}.id_tail is null then json_build_object(${parts})
    else json_build_object(${parts}, 'id_tail', ${p}.id_tail) end`
}
