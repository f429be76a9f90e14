import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { MomentSchema } from '../response-parts.ts'
import { AUTH_PATHS } from './paths.ts'

export const OwnSessionSchema = z.object({
  id: z.uuid(),
  begun_at: MomentSchema,
  last_used_at: MomentSchema,
  user_agent: z.nullable(z.string()),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSessionSchema>

export const listOwnSessions = defineCall({
  name: 'listOwnSessions',
  method: 'GET',
  path: AUTH_PATHS.sessions,
  summary: 'Sessions of the signed-in user, the last used first',
  access: 'staff',
  response: z.object({ items: z.array(OwnSessionSchema) }),
})

export const endOwnSession = defineCall({
  name: 'endOwnSession',
  method: 'DELETE',
  path: `${AUTH_PATHS.sessions}/:id`,
  summary: 'End one session of the signed-in user',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
})

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: AUTH_PATHS.sessions,
  summary: 'End all other sessions of the signed-in user',
  access: 'staff',
  response: z.object({ ended: z.int() }),
})
