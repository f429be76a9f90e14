import { ApiError, errorText, isApiError } from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'

/** Why a case was not closed: the specified words, and the reason where no answer came or the case was another one meanwhile. */
export function closeFailure(error: unknown): string {
  const text = errorText(error, 'close')
  if (!isApiError(error)) return text
  const isChanged = error.code === 'conflict' || error.code === 'assignee_changed'
  const reason = isChanged ? error.serverMessage : error.status === 0 && errorText(error)
  return reason ? `${text}: ${reason}` : text
}

/** That a colleague was faster, by name where the server says it. */
export function takenText(holder: StaffMember | null): string {
  return holder === null
    ? errorText(new ApiError('already_accepted', 409))
    : `${staffLabel(holder)} รับเคสนี้แล้ว`
}
