import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'

/** Moves a suggestion before another, or to the end. One move per request, so that simultaneous moves both succeed. */
export const moveSuggestion = defineCall({
  name: 'moveSuggestion',
  method: 'POST',
  path: '/api/staff/suggestions/:id/move',
  summary: 'Change the position of a canned reply',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  body: z.object({ before: z.nullable(z.uuid()) }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'forbidden_channel', 'conflict'],
})
