import * as z from 'zod/mini'
import { TimelineEventSchema } from '../messages/timeline-event.ts'

/** Notification that another staff member has changed the assignee. */
export const AssignmentChangeSchema = z.object({
  channel_key: z.string(),
  customer: z.string(),
  timeline_event: TimelineEventSchema,
})
export type AssignmentChange = z.infer<typeof AssignmentChangeSchema>
