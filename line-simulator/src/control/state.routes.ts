import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl, webhookEndpoint } from '../context.ts'
import { STICKERS } from '../drawing/sticker.ts'
import { simulatorError } from '../errors.ts'
import { quotaMonth } from '../messaging/deliver-to-phone.ts'
import type { Channel } from '../world/world.ts'
import { channelOf, customerOf, parse } from './parse-request.ts'

const newCustomer = z.object({ display_name: z.string().trim().min(1).max(60).optional() }).default({})
const threadQuery = z.object({ channel_key: z.string() })
const phoneQuery = z.object({ channel_key: z.string(), user_id: z.string() })
/** Changeable settings of a channel. `quota`: 'none' for unlimited, null for the channel's default. */
const channelPatch = z.object({
  redelivery: z.boolean().optional(),
  quota: z
    .union([z.number().int().min(0).max(100_000_000), z.literal('none')])
    .nullable()
    .optional(),
  used: z.number().int().min(0).max(100_000_000).optional(),
  chat: z.boolean().optional(),
  standby: z.boolean().optional(),
})

export function stateRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { worldStore, ledger, live, settings } = context

  app.get('/simulator/state', async () => ({
    channels: worldStore.world.channels.map(({ key, name, basic_id, bot_user_id }) => ({
      key,
      name,
      basic_id,
      bot_user_id,
    })),
    customers: worldStore.world.customers,
    staff: worldStore.world.staff,
    stickers: STICKERS,
    media: { public_url: context.publicMediaUrl ?? null },
  }))

  app.get('/simulator/console', async () => ({
    login: worldStore.world.login,
    channels: worldStore.world.channels,
  }))

  app.post('/simulator/customers', async (request, reply) => {
    const { display_name } = parse(newCustomer, request.body ?? {})
    const added = worldStore.addCustomer(display_name ?? `ลูกค้า ${worldStore.world.customers.length + 1}`)
    if (!added) throw simulatorError(409, 'world_full', 'The world cannot hold more customers')
    const { user_id } = added
    live.publish(undefined, { event: 'customer', user_id, display_name: added.display_name })
    return reply.code(201).send({ user_id, display_name: added.display_name })
  })

  app.get('/simulator/inbox', async (request) => {
    const { channel_key, user_id } = parse(phoneQuery, request.query)
    const { channel } = customerOf(context, channel_key, user_id)
    const messages = ledger.conversation(channel.key, user_id).filter((each) => each.direction === 'out')
    return { messages }
  })

  app.get('/simulator/conversation', async (request) => {
    const { channel_key, user_id } = parse(phoneQuery, request.query)
    const { channel, user } = customerOf(context, channel_key, user_id)
    return {
      customer: { ...user, picture_url: pictureUrl(context, user_id) },
      following: ledger.follows(channel.key, user_id),
      messages: ledger.conversation(channel.key, user_id),
    }
  })

  app.get('/simulator/threads', async (request) => {
    const { channel_key } = parse(threadQuery, request.query)
    const channel = channelOf(context, channel_key)
    const threads = worldStore.world.customers.map((user) => ({
      ...user,
      last: ledger.lastMessage(channel.key, user.user_id) ?? null,
    }))
    return { threads }
  })

  function settingsOf({ key }: Channel) {
    const { redelivery, quota, chat, standby } = settings.of(key)
    const used = ledger.quotaUsed(key, quotaMonth(context.now()))
    return { key, redelivery, quota, used, chat, standby, endpoint: webhookEndpoint(context, key) }
  }

  app.get<{ Params: { key: string } }>('/simulator/channels/:key', async (request) =>
    settingsOf(channelOf(context, request.params.key)),
  )

  app.patch<{ Params: { key: string } }>('/simulator/channels/:key', async (request) => {
    const channel = channelOf(context, request.params.key)
    const { quota, used, ...switches } = parse(channelPatch, request.body)
    settings.change(channel.key, {
      ...(switches.redelivery === undefined ? {} : { redelivery: switches.redelivery }),
      ...(switches.chat === undefined ? {} : { chat: switches.chat }),
      ...(switches.standby === undefined ? {} : { standby: switches.standby }),
      ...(quota === undefined ? {} : { quota: quota ?? settings.defaultQuota(channel.key) }),
    })
    if (used !== undefined) {
      ledger.record({ kind: 'quota', channel: channel.key, month: quotaMonth(context.now()), used })
    }
    return settingsOf(channel)
  })

  /** Button "Verify" of LINE's console: sends a signed webhook without events. */
  app.post<{ Params: { key: string } }>('/simulator/channels/:key/verify', async (request) => {
    const channel = channelOf(context, request.params.key)
    return context.dispatcher.verify(channel, webhookEndpoint(context, channel.key))
  })
}
