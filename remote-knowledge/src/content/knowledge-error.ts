import { errorText, isApiError } from 'shared/api'

/**
 * Returns the reason of a failure, to be shown below a title: the server's message, otherwise the text for the error
 * code.
 */
export const failureText = (error: unknown): string =>
  (isApiError(error) ? error.serverMessage : null) ?? errorText(error)

/** Returns the error text without a title: the server's message, otherwise `failed`. */
export function knowledgeErrorText(error: unknown, failed: string): string {
  if (!isApiError(error)) return failed
  // No response: add what the user can do.
  if (error.status === 0) return `${failed} ${errorText(error)}`
  return error.serverMessage ?? failed
}

/** Returns the text of the error banner. */
export const bannerText = (error: unknown, failed: string) =>
  `เกิดข้อผิดพลาด: ${knowledgeErrorText(error, failed)}`

/**
 * Returns true when the server does not implement a call: servers that implement only SPEC's calls return 404 or 405
 * for the others. A page that a proxy returns is a failure instead.
 */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
