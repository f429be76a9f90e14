import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl } from '../context.ts'
import { LineApiError } from '../errors.ts'
import { USER_ID_PATTERN } from '../world/ids.ts'
import { answerCall } from './answer.ts'
import { authenticateChannel } from './channel-auth.ts'
import { monthlyQuota, quotaMonth } from './outgoing.ts'

/** Profiles, the account itself, its quota, the typing animation. */
export function accountRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { people, ledger, live } = context

  app.get<{ Params: { userId: string } }>('/v2/bot/profile/:userId', async (request, reply) => {
    const channel = await authenticateChannel(context, request)
    return answerCall(context, 'profile', request, reply, () => {
      const { userId } = request.params
      if (!USER_ID_PATTERN.test(userId)) {
        throw new LineApiError(400, "The value for the 'userId' parameter is invalid")
      }
      const person = people.isCustomer(userId) ? people.person(userId) : undefined
      if (!person || !ledger.follows(channel.key, userId)) throw new LineApiError(404, 'Not found')
      const body = {
        userId,
        displayName: person.display_name,
        language: 'th',
        pictureUrl: pictureUrl(context, userId),
        ...(person.status_message ? { statusMessage: person.status_message } : {}),
      }
      return { status: 200, body }
    })
  })

  app.get('/v2/bot/info', async (request) => {
    const channel = await authenticateChannel(context, request)
    return {
      userId: channel.bot_user_id,
      basicId: channel.basic_id,
      displayName: channel.name,
      pictureUrl: pictureUrl(context, channel.bot_user_id),
      chatMode: 'bot',
      markAsReadMode: 'auto',
    }
  })

  app.get('/v2/bot/message/quota', async (request) => {
    const channel = await authenticateChannel(context, request)
    return { type: 'limited', value: monthlyQuota(context, channel.key) }
  })

  app.get('/v2/bot/message/quota/consumption', async (request) => {
    const channel = await authenticateChannel(context, request)
    return { totalUsage: ledger.quotaUsed(channel.key, quotaMonth(context.now())) }
  })

  app.post('/v2/bot/chat/loading/start', async (request, reply) => {
    const channel = await authenticateChannel(context, request)
    const { chatId, loadingSeconds = 20 } = (request.body ?? {}) as Record<string, unknown>
    if (typeof chatId !== 'string' || !USER_ID_PATTERN.test(chatId)) {
      const details = [{ message: 'invalid chatId', property: 'chatId' }]
      throw new LineApiError(400, 'The request body has 1 error(s)', details)
    }
    const seconds = Number(loadingSeconds)
    if (!Number.isInteger(seconds) || seconds < 5 || seconds > 60 || seconds % 5 !== 0) {
      const message = 'Must be one of the following values: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]'
      const details = [{ message, property: 'loadingSeconds' }]
      throw new LineApiError(400, 'The request body has 1 error(s)', details)
    }
    live.publish(channel.key, { event: 'loading', user_id: chatId, seconds })
    return reply.code(202).send({})
  })
}
