import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { decodeMessageAnswer, MessageSchema } from './message.ts'

/**
 * Withdraws a message that failed, or that waits for LINE: it is not sent (again), and reads `failed` with
 * `delivery_error: withdrawn` (`withdrawn_unknown`: it may have arrived all the same). The same call again returns the same message.
 */
export const withdrawMessage = defineCall({
  name: 'withdrawMessage',
  method: 'POST',
  path: '/api/staff/tickets/:id/messages/:message_id/withdraw',
  summary: 'Take back a message',
  access: 'staff',
  params: z.object({ id: z.uuid(), message_id: z.uuid() }),
  answer: MessageSchema,
  decode: decodeMessageAnswer,
  errors: ['ticket_not_found', 'forbidden_channel', 'message_under_way'],
})
