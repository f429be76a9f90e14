import type { FastifyInstance } from 'fastify'
import { sendMessageNow } from 'shared/contract/messages/send-message-now.call.ts'
import { withdrawMessage as withdrawCall } from 'shared/contract/messages/withdraw-message.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { sendNow } from './send-now.ts'
import { withdrawMessage } from './withdraw.ts'

export async function deliveryRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, withdrawCall, ({ signedIn, params }) =>
    withdrawMessage(context, signedIn, params.id, params.message_id),
  )
  serveCall(app, sendMessageNow, ({ signedIn, params }) =>
    sendNow(context, signedIn, params.id, params.message_id),
  )
}
