import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'

/**
 * Exchanges LINE's authorization code for a session of the desk. A refusal with `waiting_approval` may carry `waiting_token`:
 * `GET /auth/me` refuses it in the same way until the account is approved; from then on it is the session's token.
 */
export const lineCallback = defineCall({
  name: 'lineCallback',
  method: 'POST',
  path: AUTH_PATHS.callback,
  summary: 'Sign in with the code that LINE Login gave',
  access: 'public',
  body: z.object({ code: z.string().min(1).max(2000) }),
  answer: z.object({ token: z.string() }),
  errors: ['waiting_approval', 'suspended', 'login_refused', 'line_unavailable'],
})
