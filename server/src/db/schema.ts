import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { IssueType } from 'shared/contract/constants.ts'
import type { StoredContent } from 'shared/contract/messages/message-content.ts'
import { FRIENDSHIPS } from 'shared/contract/tickets/ticket.ts'

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const requiredReference = (
  name: string,
  column: () => AnyPgColumn,
  actions?: { onDelete: 'cascade' },
) => uuid(name).notNull().references(column, actions)

export const staffStatus = pgEnum('staff_status', ['PENDING', 'APPROVED', 'SUSPENDED'])
export const staffRole = pgEnum('staff_role', ['BUSINESS', 'ADMIN'])
export const ticketStatus = pgEnum('ticket_status', ['OPEN', 'CLOSED'])
export const ticketPriority = pgEnum('ticket_priority', ['NORMAL', 'VIP', 'URGENT', 'HIGH'])
export const friendship = pgEnum('friendship', FRIENDSHIPS)
export const direction = pgEnum('message_direction', ['IN', 'OUT'])

/** Staff members, identified by LINE user id. They cannot work before their status is APPROVED. */
export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    lineUserId: text('line_user_id').notNull().unique(),
    displayName: text('display_name').notNull(),
    pictureUrl: text('picture_url'),
    statusMessage: text('status_message'),
    email: text('email'),
    status: staffStatus('status').notNull().default('PENDING'),
    role: staffRole('role'),
    /** True when the staff member may access all channels, including channels that are connected later. */
    allChannels: boolean('all_channels').notNull().default(false),
    permissions: text('permissions').array().notNull().default(sql`'{}'`),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastLoginAt: moment('last_login_at'),
    /** End of the LINE user id when another person has the same name; otherwise null. Set by a trigger. */
    idTail: text('id_tail'),
  },
  (t) => [index('staff_name').on(sql`lower(btrim(${t.displayName}))`)],
)

/** Sessions, valid while their row exists. Only the hash of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Id of the session for lists of sessions; does not grant access. */
    id: uuid('id').notNull().defaultRandom(),
    staffId: requiredReference('staff_id', () => staff.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    userAgent: text('user_agent'),
    /** Token hash of the browser's previous session, which ends when the new session is first used. */
    replaces: text('replaces'),
  },
  (t) => [index('sessions_staff').on(t.staffId), index('sessions_expiry').on(t.expiresAt)],
)

export type SecurityEventKind =
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'session_ended'
  | 'approved'
  | 'suspended'
  | 'channel_added'
  | 'channel_changed'
  | 'channel_removed'

/** Append-only audit log: rows are deleted after 400 days (refused sign-ins: 30), and remain when staff are deleted. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    kind: text('kind').$type<SecurityEventKind>().notNull(),
    /** Staff member whom the event is about. */
    staffId: uuid('staff_id'),
    address: text('address'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('security_events_time').on(t.at), index('security_events_staff').on(t.staffId, t.at)],
)

/** Rule for postbacks that open tickets: a postback matches when its data begins with `prefix`. Staff see the label. */
export interface TicketPostback {
  prefix: string
  label: string
}

export const channels = pgTable('channels', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  lineBotUserId: text('line_bot_user_id').notNull().unique(),
  secret: text('secret').notNull(),
  accessToken: text('access_token').notNull(),
  /** When and why LINE refused the access token; null when it was never refused or has been accepted since. */
  tokenRefusedAt: moment('token_refused_at'),
  tokenRefusal: text('token_refusal'),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Channel data from LINE; null until first fetched. */
  lineName: text('line_name'),
  basicId: text('basic_id'),
  chatMode: text('chat_mode'),
  markAsReadMode: text('mark_as_read_mode'),
  /** Monthly quota (null when unlimited or unknown), number of messages used, and time of the last refresh. */
  quotaLimit: integer('quota_limit'),
  quotaUsed: integer('quota_used'),
  quotaCheckedAt: moment('quota_checked_at'),
  accountDueAt: moment('account_due_at').notNull().defaultNow(),
  showsTyping: boolean('shows_typing').notNull().default(true),
  ticketPostbacks: jsonb('ticket_postbacks').$type<TicketPostback[]>().notNull().default([]),
  /** Time when the channel was disconnected. Its tickets stay readable with unchanged access rights. */
  removedAt: moment('removed_at'),
})

export const channelReference = () =>
  text('channel_key')
    .notNull()
    .references(() => channels.key)

export const staffChannels = pgTable(
  'staff_channels',
  {
    staffId: requiredReference('staff_id', () => staff.id, { onDelete: 'cascade' }),
    channelKey: text('channel_key')
      .notNull()
      .references(() => channels.key, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.channelKey] })],
)

/** Customers, one row per channel. Channels of one LINE provider share user ids, but each has its own VIP mark. */
export const customers = pgTable(
  'customers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelKey: channelReference(),
    lineUserId: text('line_user_id').notNull(),
    displayName: text('display_name'),
    /** Normalized name for searches. Version 0: not yet normalized by the current rules; housekeeping does so. */
    nameNorm: text('name_norm').notNull().default(''),
    nameNormVersion: smallint('name_norm_version').notNull().default(0),
    pictureUrl: text('picture_url'),
    statusMessage: text('status_message'),
    isVip: boolean('is_vip').notNull().default(false),
    /** Follow or block state from LINE's events; a message of a customer who had blocked the channel ends the block. */
    friendship: friendship('friendship').notNull().default('unknown'),
    /** Time of the last change by LINE's clock, so that late events are ignored; null before the first change. */
    friendshipAt: moment('friendship_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastMessageAt: moment('last_message_at'),
    /** Time by LINE's clock when LINE gave control to another module (standby); null while the desk has control. */
    standbySince: moment('standby_since'),
    /** Time when the profile was last fetched; a profile older than a day is fetched again. */
    profileFetchedAt: moment('profile_fetched_at'),
    profileAttempts: integer('profile_attempts').notNull().default(0),
  },
  (t) => [
    uniqueIndex('customers_channel_user').on(t.channelKey, t.lineUserId),
    index('customers_name_norm_trgm').using('gin', sql`${t.nameNorm} gin_trgm_ops`),
    index('customers_line_user_trgm').using('gin', sql`${t.lineUserId} gin_trgm_ops`),
    index('customers_name_norm_due')
      .on(t.id)
      .where(sql`${t.nameNormVersion} = 0 and ${t.displayName} is not null`),
    // The managers' list is sorted by creation time. An index by last message would be updated by every message.
    index('customers_created').on(t.createdAt, t.id),
    index('customers_channel_created').on(t.channelKey, t.createdAt, t.id),
    index('customers_vip').on(t.createdAt, t.id).where(sql`${t.isVip}`),
    index('customers_channel_vip').on(t.channelKey, t.createdAt, t.id).where(sql`${t.isVip}`),
    index('customers_line_user').using('btree', t.lineUserId.op('text_pattern_ops')),
    // Excludes customers whose profile could not be fetched in 6 attempts (PROFILE_ATTEMPTS of customer.store.ts), so
    // that sweeps need not skip them.
    index('customers_profile_due')
      .on(t.createdAt)
      .where(sql`${t.profileFetchedAt} is null and ${t.profileAttempts} < 6`),
  ],
)

const isOpen = (t: { status: AnyPgColumn }) => sql`${t.status} = 'OPEN'`
const isClosed = (t: { status: AnyPgColumn }) => sql`${t.status} = 'CLOSED'`

/** Tickets. Columns from last_seq on are copied from `messages` in the transaction that writes the message. */
export const tickets = pgTable(
  'tickets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelKey: channelReference(),
    customerId: requiredReference('customer_id', () => customers.id),
    status: ticketStatus('status').notNull().default('OPEN'),
    subject: text('subject').$type<IssueType>().notNull(),
    priority: ticketPriority('priority').notNull().default('NORMAL'),
    assigneeId: uuid('assignee_id').references(() => staff.id),
    closedById: uuid('closed_by_id').references(() => staff.id),
    openedAt: moment('opened_at').notNull(),
    acceptedAt: moment('accepted_at'),
    firstResponseAt: moment('first_response_at'),
    closedAt: moment('closed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastActivityAt: moment('last_activity_at').notNull(),
    /** Version of the ticket's fields, which increases with every change that a list can show. */
    version: integer('version').notNull().default(1),
    /** Number of message changes. The ticket's revision is the higher of this number and `last_seq`. */
    revision: integer('revision').notNull().default(0),
    lastSeq: integer('last_seq').notNull().default(0),
    lastInSeq: integer('last_in_seq').notNull().default(0),
    /** Transaction id of the last inbound message, or of the creation; used to find tickets unread since a snapshot. */
    lastInXid: bigint('last_in_xid', { mode: 'bigint' })
      .notNull()
      .default(sql`pg_current_xact_id()::text::bigint`),
    lastOutSeq: integer('last_out_seq').notNull().default(0),
    inCount: integer('in_count').notNull().default(0),
    waitingSince: moment('waiting_since'),
    /** `seq` of the newest inbound message with an alert for an absent assignee; null after the assignee returned. */
    absentAlertSeq: integer('absent_alert_seq'),
    /** `seq` of the message in the last_message_… columns; null when it is the same as `last_seq`. */
    shownSeq: integer('shown_seq'),
    lastMessageDirection: direction('last_message_direction'),
    lastMessageType: text('last_message_type'),
    lastMessageText: text('last_message_text'),
    lastMessageAt: moment('last_message_at'),
    /** `messages.sort_at` of the newest message; null when the ticket has no messages. */
    newestSortAt: moment('newest_sort_at'),
  },
  (t) => [
    uniqueIndex('tickets_one_open').on(t.channelKey, t.customerId).where(isOpen(t)),
    // Each message updates every index of open tickets, so there is only one index per sort order. Lists of one channel
    // or staff member scan such an index, or sort their few rows.
    index('tickets_open_waiting')
      .on(sql`${t.waitingSince} asc nulls last`, t.openedAt, t.id)
      .where(isOpen(t)),
    // The migration adds `include (assignee_id)` for the wallboard's counts, which Drizzle does not support.
    index('tickets_open_channel_waiting')
      .on(t.channelKey, sql`${t.waitingSince} asc nulls last`, t.openedAt, t.id)
      .where(isOpen(t)),
    index('tickets_open_opened').on(t.openedAt, t.id).where(isOpen(t)),
    index('tickets_open_activity').on(t.lastActivityAt, t.id).where(isOpen(t)),
    // The migration adds `include (channel_key, waiting_since)`, for the wallboard's counts per staff member.
    index('tickets_open_assignee').on(t.assigneeId, t.openedAt, t.id).where(isOpen(t)),
    index('tickets_closed_time').on(t.closedAt, t.id).where(isClosed(t)),
    index('tickets_closed_opened').on(t.openedAt, t.id).where(isClosed(t)),
    index('tickets_closed_activity').on(t.lastActivityAt, t.id).where(isClosed(t)),
    index('tickets_closed_channel').on(t.channelKey, t.closedAt, t.id).where(isClosed(t)),
    index('tickets_closed_assignee').on(t.assigneeId, t.closedAt, t.id).where(isClosed(t)),
    index('tickets_customer').on(t.customerId, t.openedAt),
    index('tickets_last_in_xid').on(t.lastInXid),
    check('tickets_closed_has_time', sql`(${t.status} = 'CLOSED') = (${t.closedAt} is not null)`),
  ],
)

/** Messages of tickets, numbered by `seq` (1, 2, 3 …) under the ticket's row lock. The text is stored unchanged. */
export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ticketId: requiredReference('ticket_id', () => tickets.id),
    channelKey: text('channel_key').notNull(),
    seq: integer('seq').notNull(),
    direction: direction('direction').notNull(),
    messageType: text('message_type').notNull().default('text'),
    text: text('text'),
    imageUrl: text('image_url'),
    mediaUrl: text('media_url'),
    /** Kind of the `MessageContent`; null for staff replies, whose kind follows from `message_type`. */
    kind: text('kind'),
    /** Message content besides the text: a `MessageContent` without URLs. */
    content: jsonb('content').$type<StoredContent>(),
    /** Original data of LINE's message besides the text (sticker ids, location, file name …). */
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    lineMessageId: text('line_message_id'),
    /** Id of the LINE event that created the message, for events without a message id (postbacks). */
    sourceEventId: text('source_event_id'),
    /** LINE's token that marks the customer's messages up to this one as read. */
    markAsReadToken: text('mark_as_read_token'),
    clientMessageId: text('client_message_id'),
    /** Id of the failed message that this one replaces. No foreign key: the ticket's lock protects both messages. */
    retryOf: uuid('retry_of'),
    senderStaffId: uuid('sender_staff_id').references(() => staff.id),
    quoteToken: text('quote_token'),
    eventTime: moment('event_time').notNull(),
    /** Time that orders the conversation; messages with the same time are ordered by `seq`. */
    sortAt: moment('sort_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    unsentAt: moment('unsent_at'),
    /** Ticket's revision at the message's last change. A message's revision is the higher of this number and `seq`. */
    revision: integer('revision').notNull().default(0),
  },
  (t) => [
    index('messages_ticket_revision').on(t.ticketId, sql`greatest(${t.revision}, ${t.seq})`),
    uniqueIndex('messages_ticket_seq').on(t.ticketId, t.seq),
    uniqueIndex('messages_line_id').on(t.channelKey, t.lineMessageId),
    uniqueIndex('messages_source_event').on(t.sourceEventId).where(sql`${t.sourceEventId} is not null`),
    uniqueIndex('messages_client_id').on(t.ticketId, t.clientMessageId),
    uniqueIndex('messages_retry_of').on(t.retryOf).where(sql`${t.retryOf} is not null`),
  ],
)

export const ticketReads = pgTable(
  'ticket_reads',
  {
    ticketId: requiredReference('ticket_id', () => tickets.id, { onDelete: 'cascade' }),
    staffId: requiredReference('staff_id', () => staff.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    readAt: moment('read_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.staffId] })],
)

/** `answered`: LINE accepted a reply that the customer was waiting for. `answer_failed`: a reply was not delivered. */
export type TicketEventKind =
  | 'opened'
  | 'accepted'
  | 'first_response'
  | 'answered'
  | 'answer_failed'
  | 'transferred'
  | 'returned'
  | 'vip_changed'
  | 'subject_changed'
  | 'closed'

/** Events of tickets, from which the dashboard's metrics can be rebuilt. */
export const ticketEvents = pgTable(
  'ticket_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketId: requiredReference('ticket_id', () => tickets.id),
    channelKey: text('channel_key').notNull(),
    kind: text('kind').$type<TicketEventKind>().notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    at: moment('at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>(),
    /** `seq` of the message after which the conversation shows the event; null when the event is not shown. */
    afterSeq: integer('after_seq'),
    /** Ticket's revision when the event was added; null when not shown, 0 when the ticket had no revisions yet. */
    revision: integer('revision'),
  },
  (t) => [
    index('ticket_events_ticket').on(t.ticketId, t.id),
    index('ticket_events_time').on(t.at, t.kind),
    index('ticket_events_lines').on(t.ticketId, t.revision).where(sql`${t.revision} is not null`),
  ],
)

/** Suggestions of one channel (null: all channels), sorted by `position` and then by creation time. */
export const suggestions = pgTable(
  'suggestions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelKey: text('channel_key').references(() => channels.key),
    text: text('text'),
    imageUrl: text('image_url'),
    position: integer('position').notNull().default(0),
    /** Number of uses, without those that are still in `suggestion_uses`. */
    useCount: bigint('use_count', { mode: 'number' }).notNull().default(0),
    createdById: uuid('created_by_id').references(() => staff.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedById: uuid('updated_by_id').references(() => staff.id),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [index('suggestions_channel').on(t.channelKey, t.createdAt)],
)

/** Uses of suggestions not yet added to `use_count`. No foreign key: it would lock a suggestion for each message. */
export const suggestionUses = pgTable(
  'suggestion_uses',
  {
    suggestionId: uuid('suggestion_id').notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.suggestionId, t.messageId] })],
)
