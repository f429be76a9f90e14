export interface ErrorDetail {
  message: string
  property: string
}

export class HttpError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, message: string, body: object) {
    super(message)
    this.status = status
    this.body = body
  }
}

export function lineError(status: number, message: string, details?: ErrorDetail[]): HttpError {
  return new HttpError(status, message, { message, details })
}

export function invalidFields(details: ErrorDetail[]): HttpError {
  return lineError(400, `The request body has ${details.length} error(s)`, details)
}

export function invalidField(property: string, message: string): HttpError {
  return invalidFields([{ message, property }])
}

export function oauthError(status: number, code: string, description: string): HttpError {
  return new HttpError(status, description, { error: code, error_description: description })
}

export function simulatorError(status: number, code: string, message: string): HttpError {
  return new HttpError(status, message, { code, message })
}
