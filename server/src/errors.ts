import { ERRORS, type ErrorBody, type ErrorCode, PLAIN_MESSAGE_CODES } from 'shared/contract/errors.ts'

/** An error that a caller may see: a code of the catalogue, with facts beside it (a winner's name, a field). */
export class DeskError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>

  constructor(code: ErrorCode, extra: Record<string, unknown> = {}) {
    super(code)
    this.name = 'DeskError'
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  toBody(): ErrorBody {
    const message = PLAIN_MESSAGE_CODES.includes(this.code) ? this.code : ERRORS[this.code].text
    return { code: this.code, message, ...this.extra }
  }
}
