import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, requiredReference, staff, tickets } from './schema.ts'

/** Assignment periods of tickets. An open, assigned ticket has exactly one period without an end. */
export const ticketAssignments = pgTable(
  'ticket_assignments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketId: requiredReference('ticket_id', () => tickets.id),
    staffId: requiredReference('staff_id', () => staff.id),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    startedById: uuid('started_by_id').references(() => staff.id),
    endedById: uuid('ended_by_id').references(() => staff.id),
    reason: text('reason'),
  },
  (t) => [
    uniqueIndex('ticket_assignments_one_open').on(t.ticketId).where(sql`${t.endedAt} is null`),
    index('ticket_assignments_ticket').on(t.ticketId, t.id),
    index('ticket_assignments_staff').on(t.staffId, t.startedAt),
  ],
)
