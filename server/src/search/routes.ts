import type { FastifyInstance } from 'fastify'
import { searchMessages as searchCall } from 'shared/contract/messages/search-messages.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { searchMessages } from './search-messages.ts'

export async function searchRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, searchCall, ({ signedIn, query }) => searchMessages(context, signedIn, query))
}
