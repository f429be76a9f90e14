import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl } from '../context.ts'
import { STICKERS } from '../drawing/sticker.ts'
import { SimulatorError } from '../errors.ts'
import { customerOf, parse } from './requests.ts'

const newCustomer = z.object({ display_name: z.string().trim().min(1).max(60).optional() }).default({})
const threadQuery = z.object({ channel_key: z.string() })
const phoneQuery = z.object({ channel_key: z.string(), user_id: z.string() })
const channelPatch = z.object({
  redelivery: z.boolean().optional(),
  quota: z.number().int().min(0).nullable().optional(),
})

/** Lists people, conversations and the operator's console. */
export function stateRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { people, ledger, live, settings } = context

  app.get('/simulator/state', async () => ({
    channels: people.world.channels.map(({ key, name, basic_id, bot_user_id }) => ({
      key,
      name,
      basic_id,
      bot_user_id,
    })),
    customers: people.world.customers,
    staff: people.world.staff,
    stickers: STICKERS,
  }))

  app.get('/simulator/console', async () => ({
    login: people.world.login,
    channels: people.world.channels,
  }))

  app.post('/simulator/customers', async (request, reply) => {
    const { display_name } = parse(newCustomer, request.body ?? {})
    const added = people.addCustomer(display_name ?? `ลูกค้า ${people.world.customers.length + 1}`)
    if (!added) throw new SimulatorError(409, 'world_full', 'No more customers fit in this world')
    const { user_id } = added
    live.publish(undefined, { event: 'customer', user_id, display_name: added.display_name })
    return reply.code(201).send({ user_id, display_name: added.display_name })
  })

  /** What a customer received, in order. */
  app.get('/simulator/inbox', async (request) => {
    const { channel_key, user_id } = parse(phoneQuery, request.query)
    const { channel } = customerOf(context, channel_key, user_id)
    const messages = ledger.conversation(channel.key, user_id).filter((each) => each.direction === 'out')
    return { messages }
  })

  /** Both sides of a conversation, as the phone shows it. */
  app.get('/simulator/conversation', async (request) => {
    const { channel_key, user_id } = parse(phoneQuery, request.query)
    const { channel, person } = customerOf(context, channel_key, user_id)
    return {
      customer: { ...person, picture_url: pictureUrl(context, user_id) },
      following: ledger.follows(channel.key, user_id),
      messages: ledger.conversation(channel.key, user_id),
    }
  })

  /** Every customer of a channel with the last message, for the list beside the phone. */
  app.get('/simulator/threads', async (request) => {
    const { channel_key } = parse(threadQuery, request.query)
    const channel = people.channel(channel_key)
    if (!channel) throw new SimulatorError(404, 'unknown_channel', `No channel '${channel_key}'`)
    const threads = people.world.customers.map((person) => ({
      ...person,
      last: ledger.lastMessage(channel.key, person.user_id) ?? null,
    }))
    return { threads }
  })

  /** What LINE's console lets an operator change: redelivery and the month's quota (null for the default). */
  app.patch<{ Params: { key: string } }>('/simulator/channels/:key', async (request) => {
    const channel = people.channel(request.params.key)
    if (!channel) throw new SimulatorError(404, 'unknown_channel', `No channel '${request.params.key}'`)
    const { redelivery, quota } = parse(channelPatch, request.body)
    if (redelivery === true) settings.redelivery.add(channel.key)
    if (redelivery === false) settings.redelivery.delete(channel.key)
    if (quota === null) settings.quotas.delete(channel.key)
    else if (quota !== undefined) settings.quotas.set(channel.key, quota)
    return {
      key: channel.key,
      redelivery: settings.redelivery.has(channel.key),
      quota: settings.quotas.get(channel.key) ?? null,
    }
  })
}
