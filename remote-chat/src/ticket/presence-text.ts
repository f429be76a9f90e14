import type { TicketViewer } from 'shared/contract/realtime.ts'
import { staffFirstName, staffLabel } from 'shared/contract/staff/staff-label.ts'
import { usePresence } from 'shared/realtime'
import { isSameStaffMember, type Viewer } from '../signed-in-user.ts'

export function usePresenceText(ticketId: string, viewer: Viewer | null) {
  return presenceTextOf(usePresence(ticketId).filter((other) => !isSameStaffMember(viewer, other)))
}

/** Describes who else views a conversation; if some of them are typing, only those are named. */
export function presenceTextOf(others: readonly TicketViewer[]) {
  const typing = others.filter((other) => other.typing)
  const isTyping = typing.length > 0
  const shown = isTyping ? typing : others
  const names = shown.map(staffLabel)
  if (shown[0] === undefined) return null
  const first = staffFirstName(shown[0])
  const activityText = isTyping ? 'กำลังพิมพ์...' : 'กำลังดู'
  return {
    names: names.length > 1 ? `${first} +${names.length - 1}` : first,
    does: activityText,
    isTyping,
    whole: `${names.join(', ')} ${activityText}`,
  }
}
