import { isApiError } from 'shared/api'

/**
 * Returns true when the server does not implement a call: servers that implement only SPEC's calls return 404 or 405
 * for the others.
 */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
