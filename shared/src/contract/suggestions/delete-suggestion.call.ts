import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'

/** Any success of another server counts as ok, whatever its body. */
export const deleteSuggestion = defineCall({
  name: 'deleteSuggestion',
  method: 'DELETE',
  path: '/api/staff/suggestions/:id',
  summary: 'Remove a canned reply',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ ok: z.literal(true) }),
  decode: z.pipe(
    z.unknown(),
    z.transform(() => ({ ok: true as const })),
  ),
  errors: ['not_found', 'forbidden_channel'],
})
