import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'

/**
 * Exchanges LINE's authorization code for a session of the desk. A refusal with `waiting_approval` may carry `waiting_token`:
 * `GET /auth/me` refuses it in the same way until the account is approved; from then on it is the session's token.
 * From a browser (a request with `Origin`) a code is taken only for a login that it has begun with `startLogin` (`login_not_begun`);
 * `state` says which, where it has begun several. Whoever is no browser sends the code alone.
 */
export const lineCallback = defineCall({
  name: 'lineCallback',
  method: 'POST',
  path: AUTH_PATHS.callback,
  summary: 'Sign in with the code that LINE Login gave',
  access: 'public',
  ignoresUnknownFields: true,
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2000)),
    state: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.object({ token: z.string() }),
  errors: ['waiting_approval', 'suspended', 'login_refused', 'login_not_begun', 'line_unavailable'],
})
