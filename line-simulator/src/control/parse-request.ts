import type { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { simulatorError } from '../errors.ts'
import type { Channel, LineUser } from '../world/world.ts'

/** Validates a value. Throws a 400 error that names the invalid field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const first = result.error.issues[0]
  const field = first?.path.join('.') || 'body'
  throw simulatorError(400, 'bad_request', `${field}: ${first?.message ?? 'is invalid'}`)
}

export function channelOf({ worldStore }: SimulatorContext, key: string): Channel {
  const channel = worldStore.channel(key)
  if (!channel) throw simulatorError(404, 'unknown_channel', `No channel '${key}'`)
  return channel
}

export function customerOf(
  context: SimulatorContext,
  channelKey: string,
  userId: string,
): { channel: Channel; user: LineUser } {
  const channel = channelOf(context, channelKey)
  const user = context.worldStore.customer(userId)
  if (!user) throw simulatorError(404, 'unknown_customer', `No customer '${userId}'`)
  return { channel, user }
}
