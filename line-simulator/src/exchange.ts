import type { FastifyInstance } from 'fastify'

/** What went between LINE and a bot: a call of the bot's with LINE's answer, or a webhook. Bodies that are no JSON are left out. */
export type Exchange =
  | { kind: 'call'; method: string; path: string; request?: unknown; status: number; answer?: unknown }
  | { kind: 'webhook'; channel_key: string; request: unknown; status: number }

/** Of the Messaging API; LINE's files do not describe LINE Login. */
const CALLS = /^\/(v2\/(bot|oauth)|oauth2\/v3)\//

function jsonOf(payload: unknown): { answer?: unknown } {
  if (typeof payload !== 'string' || payload === '') return {}
  return { answer: JSON.parse(payload) }
}

/** Tells of each call of the Messaging API when its answer goes out. One whose answer is dropped is not told. */
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
