import { isApiError } from 'shared/api'

/**
 * Returns true when the server does not implement a call. A server with only SPEC's calls returns 404 or 405 for
 * others.
 */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
