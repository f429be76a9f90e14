import * as z from 'zod'
import { defineCall } from '../define-call.ts'

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session',
  access: 'staff',
  answer: z.object({ ok: z.literal(true) }),
})
