import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { oauthError } from '../errors.ts'
import { type Form, formOf, sameSecret } from '../login/token.routes.ts'
import type { Channel } from '../world/world.ts'

const SHORT_LIVED_SECONDS = 30 * 24 * 3_600
const STATELESS_SECONDS = 900

/** Routes that issue tokens for 30 days, or for 15 minutes (stateless). */
export function channelTokenRoutes(app: FastifyInstance, context: SimulatorContext): void {
  function channelOf(form: Form, wording: string): Channel {
    if (form.grant_type !== 'client_credentials') {
      throw oauthError(400, 'unsupported_grant_type', "'grant_type' must be client_credentials")
    }
    const found = context.worldStore.world.channels.find((channel) => channel.channel_id === form.client_id)
    if (!found || !sameSecret(form.client_secret, found.channel_secret)) {
      throw oauthError(400, 'invalid_client', wording)
    }
    return found
  }

  async function issue(channel: Channel, life: number) {
    const access_token = await context.tokens.issue({ kind: 'channel', channel_key: channel.key }, life)
    return { access_token, expires_in: life, token_type: 'Bearer' }
  }

  app.post('/v2/oauth/accessToken', async (request) => {
    const channel = channelOf(formOf(request.body), 'invalid client_id or client_secret')
    return issue(channel, SHORT_LIVED_SECONDS)
  })

  app.post('/oauth2/v3/token', async (request) => {
    const channel = channelOf(formOf(request.body), "Invalid 'client_credentials'.")
    return issue(channel, STATELESS_SECONDS)
  })
}
