import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Call } from 'shared/contract/define-call.ts'
import { ERRORS, type ErrorCode } from 'shared/contract/errors.ts'

export async function addApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'OA Desk',
        description:
          'The API of the support desk. Errors are `{code, message, detail?}`; errors of /kb always have `detail`.',
        version: '1.0.0',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (given) => {
      const transformed = jsonSchemaTransform(given)
      const { call } = (given.route.config ?? {}) as { call?: Call }
      if (call !== undefined)
        transformed.schema.response = { ...(transformed.schema.response as object), ...failures(call) }
      return transformed
    },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: false, theme: { title: 'OA Desk API' } })
}

function failures(call: Call): Record<number, object> {
  const codes = new Set<ErrorCode>(call.errors ?? [])
  if (call.params ?? call.query ?? call.body) codes.add('invalid_request')
  if (call.access !== 'public') codes.add('unauthorized')
  if (call.access === 'BUSINESS') codes.add('forbidden')
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries([...byStatus].map(([status, each]) => [status, errorBody(each)]))
}

function errorBody(codes: ErrorCode[]): object {
  return {
    description: codes.join(', '),
    type: 'object',
    properties: {
      code: { type: 'string', enum: codes },
      message: { type: 'string' },
      detail: { type: 'string' },
      fields: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, problem: { type: 'string' } },
          required: ['field', 'problem'],
        },
      },
    },
    required: ['code', 'message'],
  }
}
