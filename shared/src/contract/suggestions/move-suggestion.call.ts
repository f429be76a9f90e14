import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'

/**
 * Puts a canned reply before another one of the same account (or of those for all), or at the end. One step at a time, so that what two
 * managers do at once holds for both. `conflict`: the other one is gone meanwhile.
 */
export const moveSuggestion = defineCall({
  name: 'moveSuggestion',
  method: 'POST',
  path: '/api/staff/suggestions/:id/move',
  summary: 'Change the place of a canned reply',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  body: z.object({ before: z.nullable(z.uuid()) }),
  answer: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'forbidden_channel', 'conflict'],
})
