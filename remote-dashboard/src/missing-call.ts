import { isApiError } from 'shared/api'

/** Servers that implement only the API calls of the specification return 404 or 405. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
