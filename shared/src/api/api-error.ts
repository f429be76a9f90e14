import { ERRORS, type ErrorCode } from '../contract/errors.ts'
import { asRaw, firstText } from '../contract/raw-json.ts'
import { readStaffMember } from '../contract/staff/staff-member.ts'

/** What can go wrong before a server has answered, or when its answer cannot be read. */
export type LocalErrorCode = 'network' | 'timeout' | 'bad_answer' | 'unknown'

/** A call that failed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | LocalErrorCode
  /** What the server added for people who look closer, if anything. */
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

  /** The server's own sentence, for the places where it is shown; null when it said only a code word. */
  get serverMessage(): string | null {
    const message = firstText(asRaw(this.body), 'message', 'detail')
    return message === undefined || isErrorCode(message) ? null : message
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** True for an ApiError with one of these codes. */
export function hasErrorCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return isApiError(error) && codes.includes(error.code)
}

/** No response, a response of another server, a server error, or a rate limit: a retry may succeed. */
export function mayPass(error: unknown): boolean {
  if (!isApiError(error)) return false
  return error.code === 'bad_answer' || error.status === 0 || error.status === 429 || error.status >= 500
}

/** The name of the colleague who was faster, from the answer to an accept that came too late. */
export function winnerOf(error: unknown) {
  return isApiError(error) ? readStaffMember(asRaw(error.body).assigned_to) : null
}

/** The HTTP status that goes with a code of the catalogue; null for any other word. */
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

/** Names a failed answer: by its `code`, by a code word in `message`, `detail` or `error`, or by its status. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const raw = asRaw(body)
  const word = [raw.code, raw.message, raw.detail, raw.error].find(isErrorCode)
  const code = word ?? CODE_OF_STATUS[status] ?? (status >= 500 ? 'internal' : 'unknown')
  return new ApiError(code, status, body)
}
