import { errorText, isApiError } from 'shared/api'

export const failureText = (error: unknown): string =>
  (isApiError(error) ? error.serverMessage : null) ?? errorText(error)

export function knowledgeErrorText(error: unknown, failed: string): string {
  if (!isApiError(error)) return failed
  if (error.status === 0) return `${failed} ${errorText(error)}`
  return error.serverMessage ?? failed
}

export const bannerText = (error: unknown, failed: string) =>
  `เกิดข้อผิดพลาด: ${knowledgeErrorText(error, failed)}`

/** Returns true for a 404 or 405 of a server that implements only the specification, but not for HTML of a proxy. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
