import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { staff, tickets } from './schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** Assignment periods of tickets. Exactly one row of an open, assigned ticket has no end. */
export const ticketAssignments = pgTable(
  'ticket_assignments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Staff member who caused it: the assignee by accepting, or the one who assigned the ticket. */
    startedById: uuid('started_by_id').references(() => staff.id),
    endedById: uuid('ended_by_id').references(() => staff.id),
    /** Reason for the transfer or for unassigning. */
    reason: text('reason'),
  },
  (t) => [
    uniqueIndex('ticket_assignments_one_open').on(t.ticketId).where(sql`${t.endedAt} is null`),
    index('ticket_assignments_ticket').on(t.ticketId, t.id),
    index('ticket_assignments_staff').on(t.staffId, t.startedAt),
  ],
)
