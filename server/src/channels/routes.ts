import type { FastifyInstance } from 'fastify'
import { staffChannels } from 'shared/contract/channels/staff-channels.call.ts'
import type { Desk } from '../desk.ts'
import { serveCall } from '../http/serve-call.ts'
import { findChannels } from './channel.store.ts'

export async function channelRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  serveCall(app, staffChannels, async ({ signedIn }) => {
    const all = await findChannels(desk.db)
    const mine = all.filter((channel) => signedIn.scope.includes(channel.key))
    return { items: mine.map(({ key, name }) => ({ key, name })) }
  })
}
