import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'

export const LoginSettingsSchema = z.object({
  authorize_url: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
})
export type LoginSettings = z.infer<typeof LoginSettingsSchema>

/** Login settings for clients other than the page. The page contains the settings inline. */
export const loginSettings = defineCall({
  name: 'loginSettings',
  method: 'GET',
  path: AUTH_PATHS.settings,
  summary: 'Where to redirect a user for the sign-in with LINE',
  access: 'public',
  response: LoginSettingsSchema,
})
