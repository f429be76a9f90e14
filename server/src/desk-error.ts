import { ERRORS, type ErrorBody, type ErrorCode, PLAIN_MESSAGE_CODES } from 'shared/contract/errors.ts'

/** An error that callers may see: a code of the error catalogue and details, such as the name of a field. */
export class DeskError extends Error {
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>

  /** Creates an error. `cause` is logged but not sent to the caller. */
  constructor(code: ErrorCode, extra: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(code, options)
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

/** Error for a text that is too long; `length` and `limit` in UTF-16 code units, as LINE counts. */
export function textTooLong(length: number, limit: number): DeskError {
  const [lengthText, limitText] = [length, limit].map((count) => count.toLocaleString('en-US'))
  const message = `ข้อความยาว ${lengthText} ตัวอักษร เกิน ${limitText} ตัวอักษรที่ LINE รับได้`
  return new DeskError('text_too_long', { message, length, limit })
}

interface ValidationIssue {
  instancePath: string
  message?: string
}

/** Error 400 that describes each invalid field, in English for programmers and in Thai for users. */
export function invalidRequest(part: string, issues: readonly ValidationIssue[]): DeskError {
  const partName = part === 'querystring' ? 'query' : part
  const fields = issues.slice(0, 20).map((issue) => ({
    field: [partName, ...issue.instancePath.split('/').filter((name) => name !== '')].join('.'),
    problem: issue.message ?? 'is not valid',
  }))
  const names = [...new Set(fields.map((each) => each.field))]
  return new DeskError('invalid_request', {
    message: `${ERRORS.invalid_request.text} (${names.join(', ')})`,
    detail: fields.map((each) => `${each.field}: ${each.problem}`).join('; '),
    fields,
  })
}
