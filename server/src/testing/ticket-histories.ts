import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import type { SeededRandom } from '../demo/seeded-random.ts'

export interface PastEvent {
  kind: 'opened' | 'accepted' | 'returned' | 'transferred' | 'first_response' | 'answered' | 'closed'
  staffId: string | null
  at: Date
  to?: string
}

export interface PastMessage {
  id: string
  seq: number
  direction: 'IN' | 'OUT'
  senderId: string | null
  at: Date
  delivery: 'sent' | 'failed' | 'queued' | null
}

/** History of one ticket, with events and messages in the order in which they are stored. */
export interface TicketHistory {
  id: string
  channelKey: string
  subject: string
  openedAt: Date
  events: PastEvent[]
  messages: PastMessage[]
}

const MINUTE = 60_000

/**
 * Returns a random ticket history in the `days` before `until`: accepts, transfers, unassignments, replies and closes,
 * in any order.
 */
export function randomHistory(
  random: SeededRandom,
  world: { channelKeys: string[]; staffIds: string[]; until: Date; days: number },
): TicketHistory {
  const openedAt = new Date(world.until.getTime() - random.whole(0, world.days * 1440 * MINUTE))
  const history: TicketHistory = {
    // The id does not depend on the seed, because two seeds may produce the same numbers.
    id: randomUUID(),
    channelKey: random.pick(world.channelKeys),
    subject: random.pick(Object.values(ISSUE_TYPES)),
    openedAt,
    events: [{ kind: 'opened', staffId: null, at: openedAt }],
    messages: [],
  }
  let at = openedAt.getTime()
  const later = () => {
    at += 1 + Math.floor(random.next() ** 4 * 600 * MINUTE)
    return new Date(at)
  }
  const addMessage = (
    direction: 'IN' | 'OUT',
    senderId: string | null,
    delivery: PastMessage['delivery'],
  ) => {
    const message = {
      id: randomUUID(),
      seq: history.messages.length + 1,
      direction,
      senderId,
      at: later(),
      delivery,
    }
    history.messages.push(message)
    return message
  }
  const addEvent = (kind: PastEvent['kind'], staffId: string | null, to?: string) =>
    history.events.push({ kind, staffId, at: later(), ...(to === undefined ? {} : { to }) })
  let assignee: string | null = null
  let isAnswered = false
  addMessage('IN', null, null)
  for (let step = random.whole(0, 11); step > 0; step -= 1) {
    const chance = random.next()
    if (assignee === null) {
      if (chance < 0.2) addMessage('IN', null, null)
      else {
        assignee = random.pick(world.staffIds)
        addEvent('accepted', assignee)
      }
    } else if (chance < 0.3) addMessage('IN', null, null)
    else if (chance < 0.75) {
      const { at: writtenAt, delivery } = addMessage(
        'OUT',
        random.chance(0.05) ? null : assignee,
        random.pick(['sent', 'sent', 'sent', 'failed', 'queued', null]),
      )
      const arrived = delivery === 'sent' || delivery === null
      if (arrived && !isAnswered) {
        history.events.push({
          kind: 'first_response',
          staffId: history.messages.at(-1)?.senderId ?? null,
          at: writtenAt,
        })
        isAnswered = true
      }
    } else if (chance < 0.85) {
      const to = random.pick(world.staffIds)
      addEvent('transferred', assignee, to)
      assignee = to
    } else {
      addEvent('returned', assignee)
      assignee = null
    }
  }
  if (random.chance(0.7)) addEvent('closed', random.pick(world.staffIds))
  return history
}

/** Stores ticket histories, each with a customer of its own. `query` runs SQL with the server's rights. */
export async function storeHistories(
  pool: Pick<pg.Pool, 'query'>,
  histories: readonly TicketHistory[],
): Promise<void> {
  await pool.query(
    `with wanted as (select * from jsonb_to_recordset($1::jsonb) as h (id uuid, "channelKey" text, subject text, "openedAt" timestamptz, closed timestamptz, closer uuid)),
     people as (
       insert into customers (channel_key, line_user_id) select "channelKey", 'U' || replace(id::text, '-', '') from wanted
       returning id, channel_key, line_user_id)
     insert into tickets (id, channel_key, customer_id, subject, status, opened_at, last_activity_at, closed_at, closed_by_id)
     select w.id, w."channelKey", p.id, w.subject, (case when closed is null then 'OPEN' else 'CLOSED' end)::ticket_status, w."openedAt", w."openedAt", closed, closer
     from wanted w join people p on p.line_user_id = 'U' || replace(w.id::text, '-', '')`,
    [
      JSON.stringify(
        histories.map((history) => {
          const closed = history.events.find(({ kind }) => kind === 'closed')
          return {
            ...history,
            events: undefined,
            messages: undefined,
            closed: closed?.at,
            closer: closed?.staffId,
          }
        }),
      ),
    ],
  )
  await storeEvents(
    pool,
    histories.flatMap(({ id, channelKey, events }) =>
      events.map((event) => ({ ...event, ticketId: id, channelKey })),
    ),
  )
  const messages = histories.flatMap(({ id, channelKey, messages }) =>
    messages.map((message) => ({ ...message, ticketId: id, channelKey })),
  )
  await storeMessages(pool, messages)
}

export async function storeEvents(
  pool: Pick<pg.Pool, 'query'>,
  events: readonly (PastEvent & { ticketId: string; channelKey: string })[],
): Promise<void> {
  await pool.query(
    `insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
     select "ticketId", "channelKey", kind, "staffId", at, case when "to" is not null then jsonb_build_object('to', "to") end
     from jsonb_to_recordset($1::jsonb) as e ("ticketId" uuid, "channelKey" text, kind text, "staffId" uuid, at timestamptz, "to" text)`,
    [JSON.stringify(events)],
  )
}

/** Stores messages and their deliveries in one transaction, as the server does. */
export async function storeMessages(
  pool: Pick<pg.Pool, 'query'>,
  messages: readonly (PastMessage & { ticketId: string; channelKey: string })[],
): Promise<void> {
  await pool.query(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as m (id uuid, "ticketId" uuid, "channelKey" text, seq int, direction text, "senderId" uuid, at timestamptz, delivery text)),
     said as (
       insert into messages (id, ticket_id, channel_key, seq, direction, sender_staff_id, event_time)
       select id, "ticketId", "channelKey", seq, direction::message_direction, "senderId", at from given)
     insert into deliveries (message_id, ticket_id, customer_id, channel_key, seq, state)
     select given.id, t.id, t.customer_id, t.channel_key, seq, delivery::delivery_state from given join tickets t on t.id = "ticketId"
     where delivery is not null`,
    [JSON.stringify(messages)],
  )
}

/** Stores the results of deliveries that LINE reports later. */
export async function settleDeliveries(
  pool: Pick<pg.Pool, 'query'>,
  messages: readonly Pick<PastMessage, 'id' | 'delivery'>[],
): Promise<void> {
  await pool.query(
    `update deliveries d set state = m.delivery::delivery_state
     from jsonb_to_recordset($1::jsonb) as m (id uuid, delivery text) where d.message_id = m.id and m.delivery is not null`,
    [JSON.stringify(messages)],
  )
}
