import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { CLOSE_ANY_PERMISSION, CLOSE_ANY_ROLES } from 'shared/contract/constants.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { readSession, useSession } from 'shared/session'

/** Who looks at the screen, as far as tickets care. */
export type Viewer = Pick<
  StaffProfile,
  'id' | 'line_user_id' | 'display_name' | 'full_name' | 'username' | 'role' | 'permissions'
>

/** The person who is signed in; null while that is not known. */
export function useViewer(): Viewer | null {
  return useSession().profile
}

/** The same person: by id, by LINE user id or, for servers that send names alone, by name. */
export function isSamePerson(viewer: Viewer | null, person: StaffMember | null): boolean {
  if (viewer === null || person === null) return false
  if (person.id !== '' && (person.id === viewer.id || person.id === viewer.line_user_id)) return true
  if (person.line_user_id !== '' && person.line_user_id === viewer.line_user_id) return true
  // A name decides only where no id does.
  return person.id === '' && hasNameOf(viewer, person)
}

/** Whether this is the person who is signed in, wherever nothing is drawn. */
export function isMe(person: StaffMember): boolean {
  return isSamePerson(readSession().profile, person)
}

export function isAssignee(viewer: Viewer | null, ticket: Pick<Ticket, 'assigned_to'>): boolean {
  return isSamePerson(viewer, ticket.assigned_to)
}

/** Servers that go by names may know the holder by another id: a holder is matched by id or by name, and the server has the last word. */
function hasNameOf(viewer: Viewer, person: StaffMember): boolean {
  // Another staff member has the same name, so the name does not identify either.
  if (person.id_tail !== undefined) return false
  const names = [viewer.display_name, viewer.full_name, viewer.username].filter(Boolean)
  return names.includes(person.display_name)
}

export const isManager = (viewer: Viewer | null): boolean => viewer?.role === 'BUSINESS'

/** Nobody has it: it may be taken. */
export function canAccept(ticket: Pick<Ticket, 'assigned_to' | 'status'>): boolean {
  return ticket.status === 'OPEN' && ticket.assigned_to === null
}

/** The close button: an open ticket that somebody holds, for its holder and for those who may close any. */
export function canClose(viewer: Viewer | null, ticket: Pick<Ticket, 'assigned_to' | 'status'>): boolean {
  if (viewer === null || ticket.status !== 'OPEN' || ticket.assigned_to === null) return false
  const closesAny =
    (CLOSE_ANY_ROLES as readonly (string | null)[]).includes(viewer.role) ||
    viewer.permissions.includes(CLOSE_ANY_PERMISSION)
  return closesAny || isHolder(viewer, ticket.assigned_to)
}

/** Who has an open case now that stands among the viewer's own, until its list may move; null while it is theirs or nobody's. */
export function takerOf(viewer: Viewer | null, { assigned_to, status }: Ticket): StaffMember | null {
  const isLeft =
    status === 'OPEN' && viewer !== null && assigned_to !== null && !isHolder(viewer, assigned_to)
  return isLeft ? assigned_to : null
}

function isHolder(viewer: Viewer, person: StaffMember): boolean {
  return isSamePerson(viewer, person) || hasNameOf(viewer, person)
}

/** An open case that somebody holds may change hands; a server that does not count changes has no such calls. */
export function mayHandOver(
  viewer: Viewer | null,
  ticket: Pick<Ticket, 'assigned_to' | 'status' | 'version'>,
): boolean {
  return ticket.version > 0 && canClose(viewer, ticket)
}

/** The issue type, also of a closed case: for whoever may close it, where changes are counted. */
export function mayCorrect(
  viewer: Viewer | null,
  { assigned_to, version }: Pick<Ticket, 'assigned_to' | 'version'>,
): boolean {
  return mayHandOver(viewer, { assigned_to, version, status: 'OPEN' })
}
