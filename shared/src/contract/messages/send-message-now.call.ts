import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { decodeMessageResponse, MessageSchema } from './message.ts'

/** Sends a message without waiting for the backoff. A message that was already sent is returned unchanged. */
export const sendMessageNow = defineCall({
  name: 'sendMessageNow',
  method: 'POST',
  path: '/api/staff/tickets/:id/messages/:message_id/send-now',
  summary: 'Retry a pending message now',
  access: 'staff',
  params: z.object({ id: z.uuid(), message_id: z.uuid() }),
  response: MessageSchema,
  decode: decodeMessageResponse,
  errors: ['ticket_not_found', 'forbidden_channel', 'message_not_queued'],
})
