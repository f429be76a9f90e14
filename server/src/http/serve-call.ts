import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Call } from 'shared/contract/define-call.ts'
import type * as z from 'zod'
import type { SignedIn } from '../auth/rules.ts'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** A request that has passed the contract: parts are parsed, and the caller is known where the call asks for one. */
export interface CallRequest<C extends Call> {
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  body: Parsed<C['body']>
  /** Null on public calls. */
  signedIn: C['access'] extends 'public' ? null : SignedIn
  raw: FastifyRequest
  reply: FastifyReply
}

/**
 * Serves one call of the contract: validates with its schemas, checks who may call, answers with its answer schema
 * (extra fields are dropped, missing ones are a 500 and a line in the log).
 */
export function serveCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<z.input<C['answer']>>,
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: call.method,
    url: call.path,
    config: { call },
    schema: {
      operationId: call.name,
      summary: call.summary,
      tags: [call.path.split('/')[call.path.startsWith('/api/') ? 3 : 1] ?? 'desk'],
      ...(call.access === 'public' ? {} : { security: [{ bearer: [] }] }),
      ...(call.params ? { params: call.params } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { 200: call.answer },
    },
    handler: async (request, reply) =>
      handle({
        params: request.params,
        query: request.query,
        body: request.body,
        signedIn: request.signedIn,
        raw: request,
        reply,
      } as unknown as CallRequest<C>),
  })
}
