import { errorText, isApiError } from 'shared/api'

/** Why something failed, below words that say what did: the server's own sentence, else that of the code. */
export const failureText = (error: unknown): string =>
  (isApiError(error) ? error.serverMessage : null) ?? errorText(error)

/** The same where nothing else says what failed: the server's own sentence, else `failed`. */
export function knowledgeErrorText(error: unknown, failed: string): string {
  if (!isApiError(error)) return failed
  // No answer: what to do about it is said too.
  if (error.status === 0) return `${failed} ${errorText(error)}`
  return error.serverMessage ?? failed
}

/** In the words of the error banner. */
export const bannerText = (error: unknown, failed: string) =>
  `เกิดข้อผิดพลาด: ${knowledgeErrorText(error, failed)}`

/** A server that has the first calls of the knowledge base alone answers so to the others; a page that a proxy answers is a failure. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
