import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { LoginSettingsSchema } from './login-settings.call.ts'
import { AUTH_PATHS } from './paths.ts'

/**
 * Begins a login of this browser: the answer sets a cookie without which the code that LINE gives is not taken from a browser.
 * `state` is the page's own, which goes to LINE too; the code comes back with it.
 */
export const startLogin = defineCall({
  name: 'startLogin',
  method: 'POST',
  path: AUTH_PATHS.start,
  summary: 'Begin a sign-in with LINE in this browser',
  access: 'public',
  body: z.object({ state: z.string().check(z.minLength(16), z.maxLength(200)) }),
  answer: z.extend(LoginSettingsSchema, {
    nonce: z.string(),
    code_challenge: z.string(),
    code_challenge_method: z.literal('S256'),
  }),
})
