import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { LoginSettingsSchema } from './login-settings.call.ts'
import { AUTH_PATHS } from './paths.ts'

/** Starts a login in this browser. The response sets a cookie that must be sent with LINE's authorization code. */
export const startLogin = defineCall({
  name: 'startLogin',
  method: 'POST',
  path: AUTH_PATHS.start,
  summary: 'Begin a sign-in with LINE in this browser',
  access: 'public',
  body: z.object({ state: z.string().check(z.minLength(16), z.maxLength(200)) }),
  response: z.extend(LoginSettingsSchema, {
    nonce: z.string(),
    code_challenge: z.string(),
    code_challenge_method: z.literal('S256'),
  }),
})
