import type { FastifyInstance } from 'fastify'

export type Exchange =
  | { kind: 'call'; method: string; path: string; request?: unknown; status: number; response?: unknown }
  | { kind: 'webhook'; channel_key: string; request: unknown; status: number }

/** Paths of API calls that LINE's schema files describe. The files omit other APIs, such as LINE Login. */
const CALLS = /^\/(v2\/(bot|oauth)|oauth2\/v3)\//

function jsonOf(payload: unknown): { response?: unknown } {
  if (typeof payload !== 'string' || payload === '') return {}
  return { response: JSON.parse(payload) }
}

/** Observes all API calls except those whose response is dropped. */
export function observeCalls(app: FastifyInstance, observe: (exchange: Exchange) => void): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const [path = ''] = request.url.split('?')
    if (!CALLS.test(path)) return payload
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    observe({
      kind: 'call',
      method: request.method,
      path,
      ...(request.body === undefined ? {} : { request: request.body }),
      status: reply.statusCode,
      ...(isJson ? jsonOf(payload) : {}),
    })
    return payload
  })
}
