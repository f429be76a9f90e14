/** One fault found in a request body, in LINE's words. */
export interface ErrorDetail {
  message: string
  property: string
}

/** An error of the Messaging API: `{message, details?}`. */
export class LineApiError extends Error {
  readonly status: number
  readonly details: ErrorDetail[] | undefined

  constructor(status: number, message: string, details?: ErrorDetail[]) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** An error of LINE Login and of the token calls: `{error, error_description}`. */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

/** An error of the simulator's own calls: `{code, message}`. */
export class SimulatorError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
