import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { simulatorError } from '../errors.ts'
import { type AuthorizeRequest, checkAuthorize, type Query } from './authorize-request.ts'
import { errorPage, pickerPage } from './picker-html.ts'

const AUTHORIZE = '/oauth2/v2.1/authorize'
const MAX_NAME_LENGTH = 40

function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

function html(reply: FastifyReply, status: number, page: string) {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
}

export function authorizeRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { worldStore, logins } = context

  function grant(reply: FastifyReply, { state, bot_prompt, ...login }: AuthorizeRequest, userId: string) {
    const code = logins.start({ user_id: userId, ...login })
    const friendship_status_changed = bot_prompt ? 'false' : undefined
    return reply.redirect(withParameters(login.redirect_uri, { code, state, friendship_status_changed }), 303)
  }

  /** Returns a valid request. Sends the error response when the request is invalid. */
  function checked(request: FastifyRequest, reply: FastifyReply): AuthorizeRequest | undefined {
    const check = checkAuthorize(request.query as Query, worldStore.world.login.client_id, context.deskUrl())
    if (check.kind === 'ok') return check.request
    if (check.kind === 'page') html(reply, 400, errorPage(check.reason))
    else {
      const { redirect_uri, error, description, state } = check
      reply.redirect(withParameters(redirect_uri, { error, error_description: description, state }), 303)
    }
    return undefined
  }

  app.get(AUTHORIZE, (request, reply) => {
    const login = checked(request, reply)
    if (!login) return reply
    const { simulator_user: userId, simulator_cancel: cancel } = request.query as Query
    if (cancel !== undefined) {
      const error_description = 'The resource owner denied the request.'
      const response = { error: 'ACCESS_DENIED', error_description, state: login.state }
      return reply.redirect(withParameters(login.redirect_uri, response), 303)
    }
    if (userId === undefined) {
      return html(
        reply,
        200,
        pickerPage(worldStore.world.staff, request.url, worldStore.world.channels[0]?.name ?? 'OA'),
      )
    }
    if (typeof userId !== 'string' || !worldStore.user(userId))
      return html(reply, 400, errorPage('simulator_user'))
    return grant(reply, login, userId)
  })

  app.post(AUTHORIZE, (request, reply) => {
    const login = checked(request, reply)
    if (!login) return reply
    const { simulator_new_name: given } = (request.body ?? {}) as Record<string, unknown>
    const name = typeof given === 'string' ? given.trim() : ''
    if (!name || name.length > MAX_NAME_LENGTH) return html(reply, 400, errorPage('name'))
    const added = worldStore.addStaff(name)
    if (!added) throw simulatorError(409, 'world_full', 'The world cannot hold more users')
    return grant(reply, login, added.user_id)
  })
}
