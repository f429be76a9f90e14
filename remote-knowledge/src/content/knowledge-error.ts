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

/** Returns true for 404 and 405 of servers that implement only the specification. HTML of a proxy is a failure. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
