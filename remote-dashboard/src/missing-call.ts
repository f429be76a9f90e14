import { isApiError } from 'shared/api'

/** A server that has the first calls of the desk alone answers so to the others. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
