import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { webhookEndpoint } from '../context.ts'
import { lineError } from '../errors.ts'
import { isLoopbackUrl } from '../loopback-guard.ts'
import { authenticateChannel } from './channel-auth.ts'

const PATH = '/v2/bot/channel/webhook/endpoint'
const MAX_ENDPOINT_LENGTH = 500

function requireEndpoint(value: unknown): string {
  const isValid = typeof value === 'string' && value.length <= MAX_ENDPOINT_LENGTH && URL.canParse(value)
  // LINE requires a public https URL. The simulator requires a loopback URL, so that nothing leaves this machine.
  if (!isValid || !isLoopbackUrl(value)) throw lineError(400, 'Invalid webhook endpoint URL')
  return value
}

export function webhookEndpointRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get(PATH, async (request) => {
    const channel = await authenticateChannel(context, request)
    return { endpoint: webhookEndpoint(context, channel.key), active: true }
  })

  app.put(PATH, async (request) => {
    const channel = await authenticateChannel(context, request)
    const { endpoint } = (request.body ?? {}) as Record<string, unknown>
    context.settings.change(channel.key, { endpoint: requireEndpoint(endpoint) })
    return {}
  })

  app.post('/v2/bot/channel/webhook/test', async (request) => {
    const channel = await authenticateChannel(context, request)
    const { endpoint } = (request.body ?? {}) as Record<string, unknown>
    const target = endpoint === undefined ? webhookEndpoint(context, channel.key) : requireEndpoint(endpoint)
    const timestamp = new Date(context.now()).toISOString()
    const result = await context.dispatcher.verify(channel, target)
    const { status, reason, detail } = result
    // As at LINE, the status is 0 when there was no response.
    const statusCode = reason === 'REQUEST_TIMEOUT' ? 0 : status
    return { success: reason === 'OK', timestamp, statusCode, reason, detail }
  })
}
