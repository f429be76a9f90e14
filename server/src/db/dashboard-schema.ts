import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { LISTED_METRICS, type ListedMetric } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { channelReference, channels, moment } from './schema.ts'

/**
 * Kinds of metrics, counted on the Bangkok day of their event. `handled`: first assignment of the ticket. `held`: first
 * assignment to this person. `replied`: a person's replies of a day. `incoming`: a customer's messages of an hour.
 */
export const METRIC_KINDS = [
  ...LISTED_METRICS.filter((figure) => figure !== 'answered'),
  'incoming',
] as const satisfies readonly ListedMetric[]

/** Projection of ticket events and messages. It has no foreign keys, because it can be rebuilt at any time. */
export const ticketMetrics = pgTable(
  'case_figures',
  {
    ticketId: uuid('ticket_id').notNull(),
    kind: text('kind').$type<(typeof METRIC_KINDS)[number]>().notNull(),
    /** Staff member whose action is counted; null for customers' messages. */
    staffId: uuid('staff_id'),
    day: date('day', { mode: 'string' }).notNull(),
    /** Hour of the day in Bangkok, 0–23; only for `incoming`. */
    hour: smallint('hour'),
    channelKey: text('channel_key').notNull(),
    /** The ticket's current issue type. */
    subject: text('subject').notNull(),
    at: moment('at').notNull(),
    /** Number of messages; 1 for kinds of metrics that do not count messages. */
    count: integer('count').notNull(),
    /** Time in ms from the opening of the ticket until the event; null for kinds of metrics without a duration. */
    ms: bigint('ms', { mode: 'number' }),
    /** Part of the duration in ms that lies within the channel's opening hours. */
    openMs: bigint('open_ms', { mode: 'number' }),
  },
  (t) => [
    unique('case_figures_once').on(t.ticketId, t.kind, t.staffId, t.day, t.hour).nullsNotDistinct(),
    index('case_figures_kind').on(t.kind, t.at, t.ticketId),
    // The migration adds `include (channel_key)` to this index, which Drizzle does not support.
    index('case_figures_staff').on(t.staffId, t.kind, t.at, t.ticketId),
    index('case_figures_channel').on(t.channelKey, t.kind, t.at, t.ticketId),
    index('case_figures_subject')
      .on(t.subject, t.at, t.ticketId, t.staffId)
      .where(sql`${t.kind} = 'handled'`),
  ],
)

const total = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

const sums = () => ({
  held: total('held'),
  handled: total('handled'),
  pickupMs: total('pickup_ms'),
  pickupOpenMs: total('pickup_open_ms'),
  responded: total('responded'),
  responseMs: total('response_ms'),
  responseOpenMs: total('response_open_ms'),
  closed: total('closed'),
  resolutionMs: total('resolution_ms'),
  resolutionOpenMs: total('resolution_open_ms'),
  unanswered: total('unanswered'),
  replies: total('replies'),
})

const keys = () => ({
  day: date('day', { mode: 'string' }).notNull(),
  channelKey: text('channel_key').notNull(),
})

const monthKeys = () => ({
  month: date('month', { mode: 'string' }).notNull(),
  channelKey: text('channel_key').notNull(),
})

/** Daily sums per staff member: durations in ms, and the number of tickets in each sum. */
export const agentDays = pgTable(
  'agent_days',
  { ...keys(), staffId: uuid('staff_id').notNull(), ...sums() },
  (t) => [
    primaryKey({ columns: [t.day, t.channelKey, t.staffId] }),
    index('agent_days_staff').on(t.staffId, t.day),
  ],
)

export const subjectDays = pgTable(
  'subject_days',
  { ...keys(), subject: text('subject').notNull(), handled: total('handled') },
  (t) => [primaryKey({ columns: [t.day, t.channelKey, t.subject] })],
)

export const incomingHours = pgTable(
  'incoming_hours',
  { ...keys(), hour: smallint('hour').notNull(), messages: total('messages') },
  (t) => [primaryKey({ columns: [t.day, t.channelKey, t.hour] })],
)

/** Daily sums of `agent_days` over all staff. Triggers maintain this table and the monthly tables. */
export const channelDays = pgTable('channel_days', { ...keys(), ...sums() }, (t) => [
  primaryKey({ columns: [t.day, t.channelKey] }),
])

export const agentMonths = pgTable(
  'agent_months',
  { ...monthKeys(), staffId: uuid('staff_id').notNull(), ...sums() },
  (t) => [primaryKey({ columns: [t.month, t.channelKey, t.staffId] })],
)

export const subjectMonths = pgTable(
  'subject_months',
  { ...monthKeys(), subject: text('subject').notNull(), handled: total('handled') },
  (t) => [primaryKey({ columns: [t.month, t.channelKey, t.subject] })],
)

/** Monthly sums of `incoming_hours`; weekday 0 is Sunday. */
export const incomingMonths = pgTable(
  'incoming_months',
  {
    ...monthKeys(),
    weekday: smallint('weekday').notNull(),
    hour: smallint('hour').notNull(),
    messages: total('messages'),
  },
  (t) => [primaryKey({ columns: [t.month, t.channelKey, t.weekday, t.hour] })],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const histogram = (name: string) => bytes(name).notNull().default(sql`''::bytea`)

/** Histograms of durations. `open_` columns count only opening hours; null: the same as the column without `open_`. */
const durations = () => ({
  pickup: histogram('pickup'),
  response: histogram('response'),
  answered: histogram('answered'),
  unanswered: histogram('unanswered'),
  openPickup: bytes('open_pickup'),
  openResponse: bytes('open_response'),
  openAnswered: bytes('open_answered'),
  openUnanswered: bytes('open_unanswered'),
  answeredCount: total('answered_count'),
  answeredMs: total('answered_ms'),
  answeredOpenMs: total('answered_open_ms'),
})

export const agentDurationDays = pgTable(
  'agent_duration_days',
  { ...keys(), staffId: uuid('staff_id').notNull(), ...durations() },
  (t) => [
    primaryKey({ columns: [t.day, t.channelKey, t.staffId] }),
    index('agent_duration_days_staff').on(t.staffId, t.day),
  ],
)

export const agentDurationMonths = pgTable(
  'agent_duration_months',
  { ...monthKeys(), staffId: uuid('staff_id').notNull(), ...durations() },
  (t) => [primaryKey({ columns: [t.month, t.channelKey, t.staffId] })],
)

export const channelDurationDays = pgTable('channel_duration_days', { ...keys(), ...durations() }, (t) => [
  primaryKey({ columns: [t.day, t.channelKey] }),
])

/** Tickets whose metrics must be computed again. Triggers insert one row per event. */
export const ticketMetricsDue = pgTable('case_figures_due', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ticketId: uuid('ticket_id').notNull(),
  notedAt: moment('noted_at').notNull().defaultNow(),
  /** True when computing the ticket's metrics failed. Retried after its next event, every hour, and at server start. */
  isAside: boolean('is_aside').notNull().default(false),
})

/**
 * Opening hours in minutes of the Bangkok day. The rows with one `valid_from` are a version; weekdays without a row are
 * closed. Before its first version a channel is always open.
 */
export const channelHours = pgTable(
  'channel_hours',
  {
    channelKey: channelReference(),
    validFrom: date('valid_from', { mode: 'string' }).notNull().default('2000-01-01'),
    /** 0 is Sunday. */
    weekday: smallint('weekday').notNull(),
    opensAt: smallint('opens_at').notNull(),
    /** Closing time in minutes; 1440 is midnight, and larger values are times on the next day. */
    closesAt: smallint('closes_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelKey, t.validFrom, t.weekday] })],
)

/** Special days of channels. The channel is closed when both times are null. */
export const channelSpecialDays = pgTable(
  'channel_special_days',
  {
    channelKey: channelReference(),
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
    opensAt: smallint('opens_at'),
    closesAt: smallint('closes_at'),
  },
  (t) => [primaryKey({ columns: [t.channelKey, t.day] })],
)

/** Channels with changed opening hours, and how far their tickets have been marked for recomputation. */
export const channelRecounts = pgTable('channel_recounts', {
  channelKey: text('channel_key')
    .primaryKey()
    .references(() => channels.key, { onDelete: 'cascade' }),
  /** Id of the last ticket that was marked; null before the first. */
  afterTicket: uuid('after_ticket'),
})
