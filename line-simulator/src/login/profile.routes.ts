import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl } from '../context.ts'
import { lineError } from '../errors.ts'
import type { Person } from '../world/world.ts'
import { ISSUER } from './id-token.ts'

/** Calls that accept a LINE Login access token: profile, userinfo, friendship. */
export function loginProfileRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { people, tokens, ledger } = context

  async function personWith(scope: 'profile' | 'openid', request: FastifyRequest): Promise<Person> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const found = token ? await tokens.read(token) : undefined
    const person = found?.grant.kind === 'login' ? people.person(found.grant.user_id) : undefined
    if (found?.grant.kind !== 'login' || !person) throw lineError(401, 'invalid token')
    if (!found.grant.scope.split(' ').includes(scope)) {
      throw lineError(403, `The access token does not have the scope '${scope}'`)
    }
    return person
  }

  app.get('/v2/profile', async (request) => {
    const person = await personWith('profile', request)
    return {
      userId: person.user_id,
      displayName: person.display_name,
      pictureUrl: pictureUrl(context, person.user_id),
      ...(person.status_message ? { statusMessage: person.status_message } : {}),
    }
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/oauth2/v2.1/userinfo',
    handler: async (request) => {
      const person = await personWith('openid', request)
      return { sub: person.user_id, name: person.display_name, picture: pictureUrl(context, person.user_id) }
    },
  })

  app.get('/friendship/v1/status', async (request) => {
    const person = await personWith('profile', request)
    const linked = people.world.channels[0]?.key ?? ''
    return { friendFlag: people.isCustomer(person.user_id) && ledger.follows(linked, person.user_id) }
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
