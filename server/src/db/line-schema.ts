import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DeliveryWaitReason } from 'shared/contract/messages/delivery.ts'
import { messages, moment, requiredReference, tickets } from './schema.ts'

export const deliveryState = pgEnum('delivery_state', ['queued', 'sending', 'sent', 'failed'])

export const deliveriesPlace = pgSequence('deliveries_place_seq')

/** Send requests to LINE, stored so that each attempt has the same body. A message is in at most one open request. */
export const lineSends = pgTable(
  'line_sends',
  {
    /** LINE's retry key; the same as the message id when the request sends a single message. */
    id: uuid('id').primaryKey(),
    channelKey: text('channel_key').notNull(),
    customerId: uuid('customer_id').notNull(),
    /** Ids of the sent messages, in the order of the request body. */
    messageIds: uuid('message_ids').array().notNull(),
    via: text('via').$type<'reply' | 'push'>().notNull(),
    replyToken: text('reply_token'),
    /** Request body as JSON text in a JSON string, because a JSON object would not preserve the order of its fields. */
    body: jsonb('body').$type<string>().notNull(),
    /** Number of attempts to send the request, and time of the first attempt by the database clock. */
    calls: integer('calls').notNull().default(0),
    firstCalledAt: moment('first_called_at'),
    /** Number of attempts that LINE certainly did not process: no connection, or rate limited. */
    refusedCalls: integer('refused_calls').notNull().default(0),
    /** Result; null until the request has ended. `unknown`: LINE's response was lost and cannot be fetched again. */
    outcome: text('outcome').$type<'accepted' | 'refused' | 'unknown'>(),
    errorCode: text('error_code'),
    error: text('error'),
    lineRequestId: text('line_request_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('line_sends_open').on(t.customerId).where(sql`${t.outcome} is null`),
    index('line_sends_ended').on(t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
)

/** Outbox: one row per outbound message to be sent to LINE. */
export const deliveries = pgTable(
  'deliveries',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id),
    ticketId: uuid('ticket_id').notNull(),
    /** Customer who receives the message. A customer's messages are sent in the order of `place`. */
    customerId: uuid('customer_id').notNull(),
    place: bigint('place', { mode: 'number' }).notNull().default(sql`nextval('deliveries_place_seq')`),
    /** Id of the send request; null until composed. No foreign key: requests are deleted before deliveries. */
    sendId: uuid('send_id'),
    channelKey: text('channel_key').notNull(),
    seq: integer('seq').notNull(),
    state: deliveryState('state').notNull().default('queued'),
    /** Number of times that the message was claimed for sending. */
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; while the message is being sent, the end of its lease. */
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    leasedUntil: moment('leased_until'),
    via: text('via').$type<'reply' | 'push'>(),
    errorCode: text('error_code'),
    error: text('error'),
    /** Reason why the message waits for LINE, and since when; null while it has waited less than ten seconds. */
    waitReason: text('wait_reason').$type<DeliveryWaitReason>(),
    waitSince: moment('wait_since'),
    lineRequestId: text('line_request_id'),
    sentAt: moment('sent_at'),
    /** True when LINE accepted the message although the customer had blocked the channel; not counted as a reply. */
    toBlocked: boolean('to_blocked').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('deliveries_channel_due')
      .on(t.channelKey, t.nextAttemptAt)
      .where(sql`${t.state} in ('queued', 'sending')`),
    index('deliveries_heads').on(t.ticketId, t.seq).where(sql`${t.state} in ('queued', 'sending')`),
    index('deliveries_customer_heads')
      .on(t.customerId, t.place)
      .where(sql`${t.state} in ('queued', 'sending')`),
    index('deliveries_waiting')
      .on(t.channelKey, t.waitSince)
      .where(sql`${t.state} in ('queued', 'sending') and ${t.waitSince} is not null`),
    index('deliveries_send').on(t.sendId).where(sql`${t.sendId} is not null`),
    uniqueIndex('deliveries_ticket_seq').on(t.ticketId, t.seq),
  ],
)

/** LINE's reply tokens: single use, valid for a short time, free of quota. Rows are deleted a day after expiry. */
export const replyTokens = pgTable(
  'reply_tokens',
  {
    token: text('token').primaryKey(),
    customerId: uuid('customer_id').notNull(),
    ticketId: requiredReference('ticket_id', () => tickets.id),
    receivedAt: moment('received_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index('reply_tokens_customer').on(t.customerId, t.receivedAt).where(sql`${t.usedAt} is null`),
    index('reply_tokens_expiry').on(t.expiresAt),
  ],
)

/** LINE events of acknowledged webhooks. Each is applied once. Housekeeping deletes old rows. */
export const lineEvents = pgTable(
  'line_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookEventId: text('webhook_event_id').notNull().unique(),
    channelKey: text('channel_key').notNull(),
    type: text('type').notNull(),
    userId: text('user_id'),
    /** LINE's id of the message that the event delivers or unsends. */
    lineMessageId: text('line_message_id'),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    appliedAt: moment('applied_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    error: text('error'),
    /** Time when the event became a dead letter; null after an administrator replays it. */
    parkedAt: moment('parked_at'),
  },
  (t) => [
    index('line_events_parked').on(t.parkedAt, t.id).where(sql`${t.parkedAt} is not null`),
    index('line_events_pending').on(t.nextAttemptAt, t.id).where(sql`${t.appliedAt} is null`),
    index('line_events_customer_pending').on(t.channelKey, t.userId, t.id).where(sql`${t.appliedAt} is null`),
    index('line_events_message').on(t.channelKey, t.lineMessageId).where(sql`${t.lineMessageId} is not null`),
    index('line_events_received').on(t.receivedAt),
  ],
)
