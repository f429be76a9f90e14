import { errorText, hasErrorCode, isApiError } from 'shared/api'

/** What a person is told of a failed call: the server's own sentence, else what did not succeed. */
export function knowledgeErrorText(error: unknown, failed: string): string {
  if (!isApiError(error)) return failed
  // No answer: what to do about it is said too.
  if (error.status === 0) return `${failed} ${errorText(error)}`
  return error.serverMessage ?? failed
}

/** In the words of the error banner. */
export const bannerText = (error: unknown, failed: string) =>
  `เกิดข้อผิดพลาด: ${knowledgeErrorText(error, failed)}`

/** A server that has the first calls of the knowledge base alone answers so to the others. */
export const isMissingCall = (error: unknown): boolean =>
  hasErrorCode(error, 'not_found', 'bad_answer') || (isApiError(error) && error.status === 405)
