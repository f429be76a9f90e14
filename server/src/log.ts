import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import pino from 'pino'
import { ZodError } from 'zod'

const MAX_CAUSE_DEPTH = 4

/** An error as it is logged: without message texts, names and token hashes. */
interface LoggedError {
  type: string
  message: string
  code?: string
  status?: number
  /** The failed SQL statement without its values. */
  query?: string
  table?: string
  column?: string
  constraint?: string
  issues?: string[]
  stack?: string
  cause?: LoggedError
}

/** Errors are logged by `describeError`, even Fastify's: an error's own message never becomes the log's `msg`. */
export function createLog(level: pino.LevelWithSilent, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    serializers: { err: describeError, error: describeError },
    hooks: {
      logMethod(args, method) {
        const [first, second] = args as unknown[]
        if (first instanceof Error)
          return method.apply(this, [{ err: first }, typeof second === 'string' ? second : 'an error'])
        const hasError = typeof first === 'object' && first !== null && 'err' in first
        if (hasError && second === undefined) return method.apply(this, [first, 'an error'])
        return method.apply(this, args)
      },
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

export function describeError(error: unknown, depth = 0): LoggedError | undefined {
  if (error === undefined || error === null) return undefined
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { code, status, statusCode } = error as { code?: unknown; status?: unknown; statusCode?: unknown }
  const http = typeof status === 'number' ? status : statusCode
  const cause = depth < MAX_CAUSE_DEPTH ? describeError(causeOf(error), depth + 1) : undefined
  const stack = framesOf(error)
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof http === 'number' ? { status: http } : {}),
    ...detailsOf(error),
    ...(stack ? { stack } : {}),
    ...(cause ? { cause } : {}),
  }
}

/** Returns a database error in one line without values, such as `violates check constraint "x" (23514)`. */
export function databaseReason(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reported = describeError(inner)
  if (reported === undefined) return 'unknown'
  return reported.code === undefined ? reported.message : `${reported.message} (${reported.code})`
}

/** Returns the reason of a failed `fetch`: the error itself contains none, but its cause has the code and the host. */
export function networkReason(error: unknown): string {
  const reasons: string[] = []
  let code: unknown
  for (let at = error; at instanceof Error && reasons.length < MAX_CAUSE_DEPTH; at = causeOf(at)) {
    code = (at as NodeJS.ErrnoException).code ?? code
    if (at.message !== '' && !reasons.includes(at.message)) reasons.push(at.message)
  }
  const text = reasons.join(': ') || (error instanceof Error ? error.name : String(error))
  return typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text
}

/** Returns the cause of an error. For a host with several addresses, the error has no message but several causes. */
function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause
}

/** Matches PostgreSQL's error codes for invalid values, whose error messages contain the value. */
const INVALID_VALUE_CODE = /^22/

function messageOf(error: Error): string {
  // Omits the message of a DrizzleQueryError, which contains the SQL statement and every value.
  if (error instanceof DrizzleQueryError) return 'the statement failed'
  if (error instanceof ZodError) return 'does not match the schema'
  // Omits the error message of JSON.parse, which quotes the input.
  if (error instanceof SyntaxError) return 'a syntax error'
  if (error instanceof pg.DatabaseError && INVALID_VALUE_CODE.test(error.code ?? ''))
    return error.message.split(/[:"]/, 1)[0] ?? ''
  return error.message
}

function detailsOf(error: Error): Partial<LoggedError> {
  if (error instanceof DrizzleQueryError) return { query: error.query }
  if (error instanceof ZodError) {
    return { issues: error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.code}`) }
  }
  if (error instanceof pg.DatabaseError) {
    const { table, column, constraint } = error
    return {
      ...(table ? { table } : {}),
      ...(column ? { column } : {}),
      ...(constraint ? { constraint } : {}),
    }
  }
  return {}
}

/** Returns the stack lines without the message above them, which may contain lines that look like a stack. */
function framesOf(error: Error): string {
  const { stack = '', message } = error
  const start = message === '' ? 0 : stack.indexOf(message) + message.length
  if (message !== '' && !stack.includes(message)) return ''
  return stack
    .slice(start)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
