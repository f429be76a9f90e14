import { ApiError, errorText, isApiError } from 'shared/api'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'

/** Why a case was not closed: the specified words, and the reason where no answer came. */
export function closeFailure(error: unknown): string {
  const text = errorText(error, 'close')
  return isApiError(error) && error.status === 0 ? `${text}: ${errorText(error)}` : text
}

/** That a colleague was faster, by name where the server says it. */
export function takenText(holder: StaffMember | null): string {
  return holder === null
    ? errorText(new ApiError('already_accepted', 409))
    : `${holder.display_name} รับเคสนี้แล้ว`
}
