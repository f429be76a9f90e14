import type { FastifyInstance } from 'fastify'
import { staffChannels } from 'shared/contract/channels/staff-channels.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { findChannels } from './channel.store.ts'

export async function channelRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, staffChannels, async ({ signedIn }) => {
    const all = await findChannels(context.db)
    const mine = all.filter((channel) => signedIn.scope.includes(channel.key))
    return { items: mine.map(({ key, name }) => ({ key, name })) }
  })
}
