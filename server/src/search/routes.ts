import type { FastifyInstance } from 'fastify'
import { searchMessages as searchCall } from 'shared/contract/messages/search-messages.call.ts'
import { DeskError } from '../desk-error.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { SearchSlots } from './search-concurrency.ts'
import { searchMessages } from './search-messages.ts'

export async function searchRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const slots = new SearchSlots()
  serveCall(app, searchCall, ({ signedIn, query, reply }) =>
    slots.run(signedIn.staff.id, () => {
      const left = new AbortController()
      reply.raw.once('close', () => left.abort(new DeskError('search_too_slow')))
      return searchMessages(context, signedIn, query, left.signal)
    }),
  )
}
