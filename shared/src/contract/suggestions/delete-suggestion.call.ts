import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { asRaw } from '../raw-json.ts'
import { preprocess } from '../response-parts.ts'

/** Other implementations of the API may send no body, `ok`, or any record without failure. HTML is an error. */
export const deleteSuggestion = defineCall({
  name: 'deleteSuggestion',
  method: 'DELETE',
  path: '/api/staff/suggestions/:id',
  summary: 'Remove a canned reply',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  response: z.object({ ok: z.literal(true) }),
  decode: preprocess(
    (value) => {
      const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
      const isOk =
        value === undefined || value === 'ok' || value === true || (isRecord && asRaw(value).ok !== false)
      return isOk ? { ok: true } : value
    },
    z.object({ ok: z.literal(true) }),
  ),
  errors: ['not_found', 'forbidden_channel'],
})
