import type { Person } from 'shared/contract/tickets/person.ts'

/** A member of staff as colleagues see them. */
export function personOf(staff: {
  id: string
  lineUserId: string
  displayName: string
  pictureUrl: string | null
}): Person {
  return {
    id: staff.id,
    line_user_id: staff.lineUserId,
    display_name: staff.displayName,
    full_name: null,
    username: null,
    avatar_url: staff.pictureUrl,
  }
}
