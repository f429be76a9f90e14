import * as z from 'zod/mini'
import { MAX_SUGGESTIONS_PER_MESSAGE, MESSAGES_PER_LINE_CALL } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asRaw } from '../raw-json.ts'
import { ImageLinkSchema, StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { preprocess } from '../response-parts.ts'
import { decodeMessage, decodeMessageResponse, MessageSchema } from './message.ts'
import { MessageTextSchema } from './message-text.ts'

/** `retry_of` is a message of this ticket that failed, or that was sent while the customer had blocked the channel. */
const ClientMessageIdSchema = StorableTextSchema.check(z.minLength(1), z.maxLength(100))
const identity = {
  client_message_id: z.optional(ClientMessageIdSchema),
  retry_of: z.optional(z.uuid()),
  // Suggestions that the message contains. Each is counted as used once; deleted suggestions are ignored.
  suggestion_ids: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_SUGGESTIONS_PER_MESSAGE))),
}

export const SendBodySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: MessageTextSchema,
    ...identity,
  }),
  z.object({
    type: z.literal('image'),
    image_url: ImageLinkSchema,
    // Further messages, which are stored in the same transaction and sent in the same request to LINE.
    together: z.optional(
      z
        .array(z.object({ image_url: ImageLinkSchema, client_message_id: ClientMessageIdSchema }))
        .check(z.maxLength(MESSAGES_PER_LINE_CALL - 1)),
    ),
    ...identity,
  }),
])
export type SendBody = z.infer<typeof SendBodySchema>

/** `together` is missing when the server cannot send several messages in one request. */
const SentSchema = z.extend(MessageSchema, { together: z.optional(z.array(MessageSchema)) })
export type SentMessages = z.infer<typeof SentSchema>

const decodeSent = z.pipe(
  preprocess(
    (value) => ({ message: value, together: asRaw(value).together ?? [] }),
    z.object({ message: decodeMessageResponse, together: z.array(decodeMessage) }),
  ),
  z.transform(({ message, together }) => ({ ...message, together })),
)

/** Idempotent per ticket: a repeated `client_message_id` or `retry_of` returns the existing message. */
export const sendMessage = defineCall({
  name: 'sendMessage',
  method: 'POST',
  path: '/api/staff/tickets/:id/send',
  summary: 'Send a text or an image to the customer',
  access: 'staff',
  params: TicketIdSchema,
  ignoresUnknownFields: true,
  body: SendBodySchema,
  response: SentSchema,
  decode: decodeSent,
  errors: [
    'text_too_long',
    'ticket_not_found',
    'forbidden_channel',
    'ticket_closed',
    'channel_removed',
    'line_standby',
    'not_failed',
  ],
})
