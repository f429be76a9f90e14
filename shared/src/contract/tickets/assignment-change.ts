import * as z from 'zod/mini'
import { TimelineEventSchema } from '../messages/timeline-event.ts'

/** Another staff member has changed the assignee of a ticket. `timeline_event` contains both assignees and the reason. */
export const AssignmentChangeSchema = z.object({
  channel_key: z.string(),
  /** Display name of the customer. */
  customer: z.string(),
  timeline_event: TimelineEventSchema,
})
export type AssignmentChange = z.infer<typeof AssignmentChangeSchema>
