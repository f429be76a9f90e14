import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl } from '../context.ts'
import { lineError } from '../errors.ts'
import type { LineUser } from '../world/world.ts'
import { ISSUER } from './id-token.ts'

export function loginProfileRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { worldStore, tokens, ledger } = context

  async function userWith(scope: 'profile' | 'openid', request: FastifyRequest): Promise<LineUser> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const found = token ? await tokens.read(token) : undefined
    const user = found?.grant.kind === 'login' ? worldStore.user(found.grant.user_id) : undefined
    if (found?.grant.kind !== 'login' || !user) throw lineError(401, 'invalid token')
    if (!found.grant.scope.split(' ').includes(scope)) {
      throw lineError(403, `The access token does not have the scope '${scope}'`)
    }
    return user
  }

  app.get('/v2/profile', async (request) => {
    const user = await userWith('profile', request)
    return {
      userId: user.user_id,
      displayName: user.display_name,
      pictureUrl: pictureUrl(context, user.user_id),
      ...(user.status_message ? { statusMessage: user.status_message } : {}),
    }
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/oauth2/v2.1/userinfo',
    handler: async (request) => {
      const user = await userWith('openid', request)
      return { sub: user.user_id, name: user.display_name, picture: pictureUrl(context, user.user_id) }
    },
  })

  app.get('/friendship/v1/status', async (request) => {
    const user = await userWith('profile', request)
    const linkedChannelKey = worldStore.world.channels[0]?.key ?? ''
    return {
      friendFlag: worldStore.isCustomer(user.user_id) && ledger.follows(linkedChannelKey, user.user_id),
    }
  })

  app.get('/.well-known/openid-configuration', async () => {
    const base = context.publicUrl()
    return {
      issuer: ISSUER,
      authorization_endpoint: `${base}/oauth2/v2.1/authorize`,
      token_endpoint: `${base}/oauth2/v2.1/token`,
      revocation_endpoint: `${base}/oauth2/v2.1/revoke`,
      userinfo_endpoint: `${base}/oauth2/v2.1/userinfo`,
      scopes_supported: ['openid', 'profile', 'email'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['HS256'],
      code_challenge_methods_supported: ['S256'],
    }
  })
}
