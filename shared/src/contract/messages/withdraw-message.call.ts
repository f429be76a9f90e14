import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { decodeMessageResponse, MessageSchema } from './message.ts'

/** The message becomes `failed`, with `delivery_error: withdrawn`, or `withdrawn_unknown` if it may have arrived. */
export const withdrawMessage = defineCall({
  name: 'withdrawMessage',
  method: 'POST',
  path: '/api/staff/tickets/:id/messages/:message_id/withdraw',
  summary: 'Withdraw a message',
  access: 'staff',
  params: z.object({ id: z.uuid(), message_id: z.uuid() }),
  response: MessageSchema,
  decode: decodeMessageResponse,
  errors: ['ticket_not_found', 'forbidden_channel', 'message_under_way'],
})
