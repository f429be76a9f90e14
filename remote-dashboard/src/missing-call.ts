import { hasErrorCode, isApiError } from 'shared/api'

/** A server that has the first calls of the desk alone answers so to the others. */
export const isMissingCall = (error: unknown): boolean =>
  hasErrorCode(error, 'not_found', 'bad_answer') || (isApiError(error) && error.status === 405)
