import { ERRORS, type ErrorCode } from '../contract/errors.ts'
import { asRaw, firstText } from '../contract/raw-json.ts'
import { readStaffMember } from '../contract/staff/staff-member.ts'

/** Error codes of failures without a response, or with a response that cannot be parsed. */
export type LocalErrorCode = 'network' | 'timeout' | 'bad_answer' | 'unknown'

/** Error of an API call. `status` is the HTTP status, or 0 when no response arrived. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | LocalErrorCode
  readonly detail: string | null
  readonly body: unknown

  constructor(
    code: ErrorCode | LocalErrorCode,
    status: number,
    body?: unknown,
    options?: { cause?: unknown; detail?: string },
  ) {
    super(`${code} (${status})`, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.body = body
    this.detail = options?.detail ?? firstText(asRaw(body), 'detail') ?? null
  }

  /** The server's message for the user. Null when the server sent only an error code. */
  get serverMessage(): string | null {
    const message = firstText(asRaw(this.body), 'message', 'detail')
    return message === undefined || isErrorCode(message) ? null : message
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

export function hasErrorCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return isApiError(error) && codes.includes(error.code)
}

/** True when a retry may succeed: after no response, an invalid response, a server error or a rate limit. */
export function isRetryable(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.code === 'bad_answer' || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Assignee named in an `already_accepted` error. Null when the error names no assignee. */
export function assigneeInError(error: unknown) {
  return isApiError(error) ? readStaffMember(asRaw(error.body).assigned_to) : null
}

/** HTTP status of an error code, or null for an unknown code. */
export function statusOf(code: string | null): number | null {
  return isErrorCode(code) ? ERRORS[code].status : null
}

function isErrorCode(word: unknown): word is ErrorCode {
  return typeof word === 'string' && Object.hasOwn(ERRORS, word)
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** Error of a failed response, with the code from `code`, `message`, `detail` or `error`, or from the status. */
export function errorOfResponse(status: number, body: unknown): ApiError {
  const raw = asRaw(body)
  const word = [raw.code, raw.message, raw.detail, raw.error].find(isErrorCode)
  const code = word ?? CODE_OF_STATUS[status] ?? (status >= 500 ? 'internal' : 'unknown')
  return new ApiError(code, status, body)
}

/** Returns true for a 404 or 405 of a server that implements only the specification, but not for HTML of a proxy. */
export const isMissingCall = (error: unknown): boolean =>
  isApiError(error) && [404, 405].includes(error.status)
