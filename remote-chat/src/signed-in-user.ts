import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { CLOSE_ANY_PERMISSION, CLOSE_ANY_ROLES } from 'shared/contract/constants.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { readSession, useSession } from 'shared/session'

export type Viewer = Pick<
  StaffProfile,
  'id' | 'line_user_id' | 'display_name' | 'full_name' | 'username' | 'role' | 'permissions'
>

/** Returns the signed-in user; null while the session is unknown. */
export function useViewer(): Viewer | null {
  return useSession().profile
}

export function isSameStaffMember(viewer: Viewer | null, staffMember: StaffMember | null): boolean {
  if (viewer === null || staffMember === null) return false
  if (staffMember.id !== '' && (staffMember.id === viewer.id || staffMember.id === viewer.line_user_id))
    return true
  if (staffMember.line_user_id !== '' && staffMember.line_user_id === viewer.line_user_id) return true
  // Names are compared only when there is no id.
  return staffMember.id === '' && hasNameOf(viewer, staffMember)
}

/** Returns true for the signed-in user. May be called outside React. */
export function isMe(staffMember: StaffMember): boolean {
  return isSameStaffMember(readSession().profile, staffMember)
}

export function isAssignee(viewer: Viewer | null, ticket: Pick<Ticket, 'assigned_to'>): boolean {
  return isSameStaffMember(viewer, ticket.assigned_to)
}

/** True when the names are equal, as some servers identify staff by name only; the server makes the final decision. */
function hasNameOf(viewer: Viewer, staffMember: StaffMember): boolean {
  // `id_tail` means that another staff member has the same name, so the name identifies neither of them.
  if (staffMember.id_tail !== undefined) return false
  const names = [viewer.display_name, viewer.full_name, viewer.username].filter(Boolean)
  return names.includes(staffMember.display_name)
}

export const isManager = (viewer: Viewer | null): boolean => viewer?.role === 'BUSINESS'

export function canAccept(ticket: Pick<Ticket, 'assigned_to' | 'status'>): boolean {
  return ticket.status === 'OPEN' && ticket.assigned_to === null
}

export function canClose(viewer: Viewer | null, ticket: Pick<Ticket, 'assigned_to' | 'status'>): boolean {
  if (viewer === null || ticket.status !== 'OPEN' || ticket.assigned_to === null) return false
  const canCloseAny =
    (CLOSE_ANY_ROLES as readonly (string | null)[]).includes(viewer.role) ||
    viewer.permissions.includes(CLOSE_ANY_PERMISSION)
  return canCloseAny || matchesAssignee(viewer, ticket.assigned_to)
}

/** Returns the assignee of an open ticket, if that is another agent than the viewer; otherwise null. */
export function newAssigneeOf(viewer: Viewer | null, { assigned_to, status }: Ticket): StaffMember | null {
  const isLeft =
    status === 'OPEN' && viewer !== null && assigned_to !== null && !matchesAssignee(viewer, assigned_to)
  return isLeft ? assigned_to : null
}

function matchesAssignee(viewer: Viewer, staffMember: StaffMember): boolean {
  return isSameStaffMember(viewer, staffMember) || hasNameOf(viewer, staffMember)
}

/** False for servers without ticket versions, which do not support a change of assignee. */
export function mayChangeAssignee(
  viewer: Viewer | null,
  ticket: Pick<Ticket, 'assigned_to' | 'status' | 'version'>,
): boolean {
  return ticket.version > 0 && canClose(viewer, ticket)
}

/** Issue types can be corrected with the rights to close the ticket, even a closed one, if it has a version. */
export function mayCorrect(
  viewer: Viewer | null,
  { assigned_to, version }: Pick<Ticket, 'assigned_to' | 'version'>,
): boolean {
  return mayChangeAssignee(viewer, { assigned_to, version, status: 'OPEN' })
}
