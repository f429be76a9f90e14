import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { isResponseSerializationError } from 'fastify-type-provider-zod'
import type { ErrorCode } from 'shared/contract/errors.ts'
import type { DatabaseAvailability } from '../db/availability.ts'
import { isRetryable } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import { errorBodyOf } from './error-body.ts'

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_NOT_FOUND: 'not_found',
}

/** Error codes of overload protection, which is no defect: logged once per code and minute, without a stack. */
const PROTECTIONS: ReadonlyMap<ErrorCode, string> = new Map([
  ['busy', 'responded with busy'],
  ['storage_full', 'responded with storage_full'],
  ['unavailable', 'responded with unavailable'],
])

/** Seconds in the `retry-after` header of a 503; short, since broken database connections are replaced immediately. */
const UNAVAILABLE_SECS = 1

export function addErrorHandler(app: FastifyInstance, availability?: DatabaseAvailability): void {
  const protections = new RepeatedWarnings(app.log)
  app.setErrorHandler((error: FastifyError | DeskError, request, reply) => {
    const protection = error instanceof DeskError ? PROTECTIONS.get(error.code) : undefined
    const isKnown = protection === PROTECTIONS.get('unavailable') && availability?.isAway
    if (protection !== undefined && !isKnown)
      protections.warn(protection, { route: request.routeOptions.url }, protection)
    const deskError = deskErrorOf(error, request, availability)
    const retryAfter = deskError.extra.retry_after_secs
    if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
    else if (deskError.code === 'unavailable') reply.header('retry-after', String(UNAVAILABLE_SECS))
    reply.code(deskError.status).send(errorBodyOf(request.url, deskError))
  })
}

function deskErrorOf(
  error: FastifyError | DeskError,
  request: FastifyRequest,
  availability: DatabaseAvailability | undefined,
): DeskError {
  if (error instanceof DeskError) {
    if (error.status >= 500 && !PROTECTIONS.has(error.code))
      request.log.error({ err: error, ...error.extra }, `responded with ${error.code}`)
    return error
  }
  const known = FASTIFY_CODES[error.code]
  if (known) return new DeskError(known)
  if (error.code === 'ECONNRESET' && !request.raw.complete) {
    request.log.debug('the client disconnected before the request was complete')
    return new DeskError('invalid_request')
  }
  // The client has disconnected while the server streamed the response.
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed) {
    request.log.debug('the client disconnected before the response was complete')
    return new DeskError('invalid_request')
  }
  if (isResponseSerializationError(error)) {
    request.log.error({ err: error }, 'a response does not match the contract')
    return new DeskError('internal', { request_id: request.id })
  }
  if (isRetryable(error)) {
    const report = () => request.log.warn({ err: error }, 'the database is unavailable or busy')
    if (availability === undefined) report()
    else availability.note(error, report)
    return new DeskError('unavailable', { request_id: request.id })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new DeskError('invalid_request', { detail: error.message })
  }
  request.log.error({ err: error }, 'unexpected error')
  return new DeskError('internal', { request_id: request.id })
}
