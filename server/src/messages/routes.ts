import type { FastifyInstance } from 'fastify'
import { listMessages as listCall } from 'shared/contract/messages/list-messages.call.ts'
import { sendMessage as sendCall } from 'shared/contract/messages/send-message.call.ts'
import type { Desk } from '../desk.ts'
import { serveCall } from '../http/serve-call.ts'
import { listMessages, sendMessage } from './rules.ts'

export async function messageRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  serveCall(app, listCall, ({ signedIn, params, query }) => listMessages(desk, signedIn, params.id, query))
  serveCall(app, sendCall, ({ signedIn, params, body }) => sendMessage(desk, signedIn, params.id, body))
}
