import * as z from 'zod/mini'
import { ConversationLineSchema } from '../messages/conversation-line.ts'

/** Another staff member has changed the assignee of a ticket. `line` contains both assignees and the reason. */
export const HandedOverSchema = z.object({
  channel_key: z.string(),
  /** Display name of the customer. */
  customer: z.string(),
  line: ConversationLineSchema,
})
export type HandedOver = z.infer<typeof HandedOverSchema>
