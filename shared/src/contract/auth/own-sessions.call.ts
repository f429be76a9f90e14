import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { AUTH_PATHS } from './paths.ts'

/** A browser in which a person is signed in. */
export const OwnSessionSchema = z.object({
  id: z.uuid(),
  begun_at: MomentSchema,
  last_used_at: MomentSchema,
  /** As the browser calls itself; null when it did not. */
  user_agent: z.nullable(z.string()),
  /** The session that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSessionSchema>

export const listOwnSessions = defineCall({
  name: 'listOwnSessions',
  method: 'GET',
  path: AUTH_PATHS.sessions,
  summary: 'Where the signed-in person is signed in, the session used last first',
  access: 'staff',
  answer: z.object({ items: z.array(OwnSessionSchema) }),
})

export const endOwnSession = defineCall({
  name: 'endOwnSession',
  method: 'DELETE',
  path: `${AUTH_PATHS.sessions}/:id`,
  summary: 'End one session of the signed-in person',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
})

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: AUTH_PATHS.sessions,
  summary: 'End every other session of the signed-in person',
  access: 'staff',
  answer: z.object({ ended: z.int() }),
})
