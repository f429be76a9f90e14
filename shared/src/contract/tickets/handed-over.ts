import * as z from 'zod/mini'
import { ConversationLineSchema } from '../messages/conversation-line.ts'

/** A case changed hands by somebody else's doing; `line` says who gave it to whom, and why. */
export const HandedOverSchema = z.object({
  channel_key: z.string(),
  /** What the customer is called. */
  customer: z.string(),
  line: ConversationLineSchema,
})
export type HandedOver = z.infer<typeof HandedOverSchema>
