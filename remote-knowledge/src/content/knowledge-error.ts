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
