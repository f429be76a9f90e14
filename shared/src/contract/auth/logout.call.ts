import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: AUTH_PATHS.logout,
  summary: 'End this session',
  access: 'staff',
  response: z.object({ ok: z.literal(true) }),
})
