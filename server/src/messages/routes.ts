import type { FastifyInstance } from 'fastify'
import { listMessages as listCall } from 'shared/contract/messages/list-messages.call.ts'
import { sendMessage as sendCall } from 'shared/contract/messages/send-message.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { listMessages } from './list-messages.ts'
import { sendMessage } from './send-message.ts'

export async function messageRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, listCall, ({ signedIn, params, query }) => listMessages(context, signedIn, params.id, query))
  serveCall(app, sendCall, ({ signedIn, params, body }) => sendMessage(context, signedIn, params.id, body))
}
