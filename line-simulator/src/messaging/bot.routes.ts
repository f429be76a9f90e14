import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl } from '../context.ts'
import { invalidField, lineError } from '../errors.ts'
import { USER_ID_PATTERN } from '../world/ids.ts'
import type { Channel } from '../world/world.ts'
import { authenticateChannel } from './channel-auth.ts'
import { quotaMonth } from './deliver-to-phone.ts'
import { respondToCall } from './respond-to-call.ts'

export function botRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { worldStore, ledger, live } = context

  app.get<{ Params: { userId: string } }>('/v2/bot/profile/:userId', async (request, reply) => {
    const channel = await authenticateChannel(context, request)
    return respondToCall(context, { target: 'profile' }, request, reply, () => {
      const { userId } = request.params
      if (!USER_ID_PATTERN.test(userId)) {
        throw lineError(400, "The value for the 'userId' parameter is invalid")
      }
      const user = worldStore.customer(userId)
      if (!user || !ledger.follows(channel.key, userId)) throw lineError(404, 'Not found')
      const body = {
        userId,
        displayName: user.display_name,
        language: 'th',
        pictureUrl: pictureUrl(context, userId),
        ...(user.status_message ? { statusMessage: user.status_message } : {}),
      }
      return { status: 200, body }
    })
  })

  app.get('/v2/bot/info', async (request) => {
    const channel = await authenticateChannel(context, request)
    const { chat } = context.settings.of(channel.key)
    return {
      userId: channel.bot_user_id,
      basicId: channel.basic_id,
      displayName: channel.name,
      pictureUrl: pictureUrl(context, channel.bot_user_id),
      chatMode: chat ? 'chat' : 'bot',
      markAsReadMode: chat ? 'manual' : 'auto',
    }
  })

  app.get('/v2/bot/message/quota', async (request) => {
    const channel = await authenticateChannel(context, request)
    const { quota } = context.settings.of(channel.key)
    return quota === 'none' ? { type: 'none' } : { type: 'limited', value: quota }
  })

  app.get('/v2/bot/message/quota/consumption', async (request) => {
    const channel = await authenticateChannel(context, request)
    return { totalUsage: ledger.quotaUsed(channel.key, quotaMonth(context.now())) }
  })

  app.post('/v2/bot/chat/loading/start', async (request, reply) => {
    const channel = await authenticateChannel(context, request)
    const { chatId, loadingSeconds = 20 } = (request.body ?? {}) as Record<string, unknown>
    if (typeof chatId !== 'string' || !USER_ID_PATTERN.test(chatId)) {
      throw invalidField('chatId', 'invalid chatId')
    }
    const seconds = Number(loadingSeconds)
    if (!Number.isInteger(seconds) || seconds < 5 || seconds > 60 || seconds % 5 !== 0) {
      const message = 'Must be one of the following values: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]'
      throw invalidField('loadingSeconds', message)
    }
    live.publish(channel.key, { event: 'loading', user_id: chatId, seconds })
    return reply.code(202).send({})
  })

  /** Read tokens never expire, so the message of a token may no longer exist in the simulator. */
  function markRead(channel: Channel, userId: string, id: string): void {
    const isKnown = ledger.incoming(channel.key, id) !== undefined
    if (isKnown) ledger.record({ kind: 'read', channel: channel.key, user: userId, id })
  }

  app.post('/v2/bot/chat/markAsRead', async (request) => {
    const channel = await authenticateChannel(context, request)
    const { markAsReadToken } = (request.body ?? {}) as Record<string, unknown>
    const read = context.messageTokens.read('read', markAsReadToken)
    // The text is our own, because LINE does not document the error for an invalid token.
    if (read?.channel_key !== channel.key) throw lineError(400, 'Invalid markAsReadToken')
    markRead(channel, read.user_id, read.message_id)
    return {}
  })

  /** Older API call for partners, which marks the whole chat as read. */
  app.post('/v2/bot/message/markAsRead', async (request) => {
    const channel = await authenticateChannel(context, request)
    const { chat } = (request.body ?? {}) as { chat?: { userId?: unknown } }
    const userId = chat?.userId
    if (typeof userId !== 'string' || !worldStore.isCustomer(userId)) {
      throw invalidField('chat.userId', 'May not be empty')
    }
    const last = ledger.conversation(channel.key, userId).findLast((each) => each.direction === 'in')
    if (last) markRead(channel, userId, last.id)
    return {}
  })
}
