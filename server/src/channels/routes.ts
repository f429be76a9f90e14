import type { FastifyInstance } from 'fastify'
import { businessChannels } from 'shared/contract/channels/business-channels.call.ts'
import { staffChannels } from 'shared/contract/channels/staff-channels.call.ts'
import { serveCall } from '../http/serve-call.ts'
import { quotaStateOf } from '../line-api/bot-info.ts'
import type { ServerContext } from '../server-context.ts'
import { type ChannelRow, findChannels } from './channel.store.ts'

export async function channelRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, staffChannels, async ({ signedIn }) => {
    const all = await findChannels(context.db)
    const isManager = signedIn.staff.role === 'BUSINESS'
    return {
      items: all
        .filter(({ key }) => signedIn.scope.includes(key))
        .map((row) => ({
          ...staffChannelOf(row),
          ...(isManager && stateOf(row) === 'near' ? { quota_near: true as const } : {}),
        })),
    }
  })
  serveCall(app, businessChannels, async ({ signedIn }) => {
    const all = await findChannels(context.db)
    return { items: all.filter(({ key }) => signedIn.scope.includes(key)).map(businessChannelOf) }
  })
}

function staffChannelOf(row: ChannelRow) {
  const { key, name } = row
  const isReached = stateOf(row) === 'reached'
  return { key, name, ...(isReached ? { quota_reached: true as const } : {}) }
}

function businessChannelOf(row: ChannelRow) {
  const { basicId, tokenRefusedAt, quotaLimit, quotaUsed, quotaCheckedAt } = row
  const state = stateOf(row)
  const quota = quotaUsed !== null &&
    quotaCheckedAt !== null && {
      limit: quotaLimit,
      used: quotaUsed,
      checked_at: quotaCheckedAt.toISOString(),
      warning: state === 'fine' ? null : state,
    }
  return {
    ...staffChannelOf(row),
    ...(quota ? { quota } : {}),
    ...(basicId === null ? {} : { basic_id: basicId }),
    ...(tokenRefusedAt === null ? {} : { token_refused: true as const }),
  }
}

function stateOf({ quotaLimit, quotaUsed }: ChannelRow) {
  return quotaStateOf({ limit: quotaLimit, used: quotaUsed })
}
