import { isApiError } from 'shared/api'

/** Returns true for status 404 or 405, which servers that implement only the API calls of the specification return. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
