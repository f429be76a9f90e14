import type { FastifyInstance } from 'fastify'
import { withdrawMessage as withdrawCall } from 'shared/contract/messages/withdraw-message.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { withdrawMessage } from './withdraw.ts'

export async function deliveryRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, withdrawCall, ({ signedIn, params }) =>
    withdrawMessage(context, signedIn, params.id, params.message_id),
  )
}
