import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { preprocess } from '../response-parts.ts'

/** Other implementations of the API may respond with `{ok: true}`, `{status: 'ok'}` or the bare word `ok`. */
export const healthz = defineCall({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the server runs and its database is reachable',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
  decode: preprocess(
    (value) => {
      const word = typeof value === 'string' ? value : (value as { status?: unknown } | null)?.status
      const ok = word === 'ok' || (value as { ok?: unknown } | null)?.ok === true
      return ok ? { status: 'ok' } : value
    },
    z.object({ status: z.literal('ok') }),
  ),
  errors: ['unavailable'],
})
