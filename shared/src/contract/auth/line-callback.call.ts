import * as z from 'zod'
import { defineCall } from '../define-call.ts'

/** Exchanges LINE's authorization code for a session of the desk. */
export const lineCallback = defineCall({
  name: 'lineCallback',
  method: 'POST',
  path: '/auth/line/callback',
  summary: 'Sign in with the code that LINE Login gave',
  access: 'public',
  body: z.object({ code: z.string().min(1).max(2000) }),
  answer: z.object({ token: z.string() }),
  errors: ['waiting_approval', 'suspended', 'login_refused', 'line_unavailable'],
})
