import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'

/**
 * Exchanges LINE's authorization code for a session. A `waiting_approval` error may contain `waiting_token`: `GET
 * /auth/me` rejects this token until the account is approved; afterwards it is the session token.
 * Requests with an `Origin` header (from browsers) must belong to a login that `startLogin` has started; otherwise the
 * error is `login_not_begun`. `state` selects the login when the browser has started several.
 */
export const lineCallback = defineCall({
  name: 'lineCallback',
  method: 'POST',
  path: AUTH_PATHS.callback,
  summary: 'Sign in with the authorization code of LINE Login',
  access: 'public',
  ignoresUnknownFields: true,
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2000)),
    state: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ token: z.string() }),
  errors: ['waiting_approval', 'suspended', 'login_refused', 'login_not_begun', 'line_unavailable'],
})
