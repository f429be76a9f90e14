import type { FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { type HttpError, lineError } from '../errors.ts'
import type { Channel } from '../world/world.ts'

function refused(reason: string): HttpError {
  return lineError(
    401,
    `Authentication failed due to the following reason: ${reason}. Confirm that the access token in the authorization header is valid.`,
  )
}

/** Accepts a long-lived token, or a token that the simulator has issued. */
export async function authenticateChannel(
  context: SimulatorContext,
  request: FastifyRequest,
): Promise<Channel> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw refused('missing token')
  const { channels } = context.worldStore.world
  const longLived = channels.find((channel) => channel.channel_access_token === token)
  if (longLived) return longLived
  const found = await context.tokens.read(token)
  const issued =
    found?.grant.kind === 'channel' ? context.worldStore.channel(found.grant.channel_key) : undefined
  if (!issued) throw refused('invalid token')
  return issued
}
