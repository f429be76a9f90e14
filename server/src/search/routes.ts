import type { FastifyInstance } from 'fastify'
import { searchMessages as searchCall } from 'shared/contract/messages/search-messages.call.ts'
import { DeskError } from '../desk-error.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { searchMessages } from './search-messages.ts'

/** Each holds a connection of the pool for up to some seconds, which everything else needs as well. */
const MAX_AT_ONCE = 4

export async function searchRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  let running = 0
  serveCall(app, searchCall, async ({ signedIn, query, reply }) => {
    if (running >= MAX_AT_ONCE) throw new DeskError('unavailable')
    running += 1
    // A browser that asks for other words, or leaves, ends what it has asked before: its next statement is not begun.
    const left = new AbortController()
    reply.raw.once('close', () => left.abort(new DeskError('search_too_slow')))
    try {
      return await searchMessages(context, signedIn, query, left.signal)
    } finally {
      running -= 1
    }
  })
}
