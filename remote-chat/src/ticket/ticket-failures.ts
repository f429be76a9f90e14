import { ApiError, errorText, isApiError } from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'

export function closeFailure(error: unknown): string {
  const text = errorText(error, 'close')
  if (!isApiError(error)) return text
  const isChanged = error.code === 'conflict' || error.code === 'assignee_changed'
  const reason = isChanged ? error.serverMessage : error.status === 0 && errorText(error)
  return reason ? `${text}: ${reason}` : text
}

export function alreadyAcceptedText(assignee: StaffMember | null): string {
  return assignee === null
    ? errorText(new ApiError('already_accepted', 409))
    : `${staffLabel(assignee)} รับเคสนี้แล้ว`
}
