import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import type { Access, Call } from 'shared/contract/define-call.ts'
import { TEXT_TOO_LONG, TOO_MANY_MARKS } from 'shared/contract/request-parts.ts'
import * as z from 'zod'
import { decodePercent } from '../decode-percent.ts'
import { DeskError, invalidRequest, textTooLong } from '../desk-error.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { unknownFields } from './unknown-fields.ts'

/** Maximum body size of API calls without a session check, in bytes. */
const PUBLIC_BODY_BYTES = 16 * 1024

type Parsed<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type Caller<A> = A extends 'public' ? null : SignedIn

export interface CallRequest<C extends Call> {
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  body: Parsed<C['body']>
  signedIn: Caller<C['access']>
  raw: FastifyRequest
  reply: FastifyReply
}

/** Serves an API call. Extra fields of the result are dropped; a missing field is logged and returns 500. */
export function serveCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<z.input<C['response']>>,
  { bodyLimit = call.access === 'public' ? PUBLIC_BODY_BYTES : undefined }: { bodyLimit?: number } = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { call },
    schema: {
      operationId: call.name,
      summary: call.summary,
      tags: [call.path.split('/')[call.path.startsWith('/api/') ? 3 : 1] ?? 'desk'],
      ...(call.access === 'public' ? {} : { security: [{ bearer: [] }] }),
      ...(call.params ? { params: call.params } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { 200: call.response },
    },
    // Disables Fastify's validation: these schemas only describe the API, and the handler parses the request.
    validatorCompiler: () => () => true,
    handler: async (request, reply) =>
      handle({
        signedIn: callerOf<C['access']>(call.access, request),
        params: parsePart<C['params']>('params', call.params, request.params),
        query: parsePart<C['query']>(
          'querystring',
          call.query,
          withChannel(call, 'query', nonEmptyFields(request.query), request),
        ),
        body: parseBody(call, withChannel(call, 'body', request.body, request)),
        raw: request,
        reply,
      }),
  })
}

function parseBody<C extends Call>(call: C, value: unknown): Parsed<C['body']> {
  const body = parsePart<C['body']>('body', call.body, value)
  const unknown = call.body && !call.ignoresUnknownFields ? unknownFields(call.body, value) : []
  if (unknown.length > 0)
    throw invalidRequest(
      'body',
      unknown.map((instancePath) => ({ instancePath, message: 'is not a field of this call' })),
    )
  return body
}

function callerOf<A extends Access>(access: A, request: FastifyRequest): Caller<A>
function callerOf(access: Access, { signedIn }: FastifyRequest): SignedIn | null {
  if (access === 'public') return null
  if (signedIn === null) throw new DeskError('unauthorized')
  return signedIn
}

/** Throws `text_too_long` with the text's length, `too_many_marks`, or `invalid_request`. */
function parsePart<S extends z.core.$ZodType | undefined>(name: string, schema: S, value: unknown): Parsed<S>
function parsePart(name: string, schema: z.core.$ZodType | undefined, value: unknown): unknown {
  const parsed = schema && z.safeParse(schema, value)
  if (parsed === undefined || parsed.success) return parsed?.data
  const { text } = Fields.catch({}).parse(value)
  const isTooLong = parsed.error.issues.some(({ message }) => message === TEXT_TOO_LONG)
  if (isTooLong && typeof text === 'string') throw textTooLong(text.length, TEXT_MAX_UTF16)
  const invalid = invalidRequest(
    name,
    parsed.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message })),
  )
  const hasManyMarks = parsed.error.issues.some(({ message }) => message === TOO_MANY_MARKS)
  throw hasManyMarks ? new DeskError('too_many_marks', { fields: invalid.extra.fields }) : invalid
}

const Fields = z.record(z.string(), z.unknown())

/** Removes empty query parameters, which are treated as missing. */
function nonEmptyFields(query: unknown): Record<string, unknown> {
  const fields = Object.entries(Fields.catch({}).parse(query))
  return Object.fromEntries(fields.filter(([, value]) => value !== ''))
}

/** Sets a missing `channel_key` from the header `X-Channel-Key`, for calls that declare this header. */
function withChannel(call: Call, part: 'query' | 'body', value: unknown, request: FastifyRequest): unknown {
  if (call.channelHeader !== part) return value
  const fields = Fields.safeParse(value)
  const key = channelOfHeader(request)
  // An explicit null in the body means "no channel", so the header `X-Channel-Key` does not replace it.
  if (!fields.success || key === undefined || (fields.data.channel_key ?? '') !== '') return value
  if (fields.data.channel_key === null) return value
  return { ...fields.data, channel_key: key }
}

/** Returns the channel key, which browsers percent-encode; undefined when missing or invalid. */
function channelOfHeader({ headers }: FastifyRequest): string | undefined {
  const written = headers['x-channel-key']
  return typeof written === 'string' && written !== '' ? decodePercent(written) : undefined
}

/** Accepts an empty body when the call needs no body: many clients send a JSON content type with every POST. */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const schema = request.routeOptions.config.call?.body
    const acceptsNoBody = schema === undefined || z.safeParse(schema, undefined).success
    if (body === '' && acceptsNoBody) done(null, undefined)
    else parse(request, body as string, done)
  })
}
