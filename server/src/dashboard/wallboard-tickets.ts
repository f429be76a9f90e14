import { MAX_WALLBOARD_COUNT } from 'shared/contract/constants.ts'
import type { listWallboardTickets } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import type * as z from 'zod/mini'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { requestedScope } from '../tickets/list-tickets.ts'
import { customerOf } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'
import { withSnapshot } from './overview-and-ranking.ts'
import {
  readCounts,
  readWallboardTickets,
  type WallboardListedRow,
  type WallboardNumber,
  type WallboardPosition,
} from './wallboard-tickets.store.ts'

type Page = z.input<typeof listWallboardTickets.response>

/** Lists the tickets that the wallboard counts. Count and tickets are read from the same database snapshot. */
export async function listTicketsOfWallboard(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  { signedIn, query }: CallRequest<typeof listWallboardTickets>,
): Promise<Page> {
  const { channel_key, metric, staff_id, cursor, limit } = query
  const of: WallboardNumber = { metric, scope: requestedScope(signedIn, channel_key), staffId: staff_id }
  const after = cursor === undefined ? undefined : positionOf(cursor)
  const at = iso(now())
  const { counts, rows } = await withSnapshot(db, async (tx) => ({
    counts: await readCounts(tx, of),
    rows: await readWallboardTickets(tx, of, { after, limit: limit + 1 }),
  }))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    at,
    items: shown.map(ticketOf),
    ...numberOf(of, counts),
    cursor: last === undefined ? null : cursorOf(last),
  }
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function numberOf(
  { metric, scope, staffId }: WallboardNumber,
  { channels, staffMember }: Awaited<ReturnType<typeof readCounts>>,
): Pick<Page, 'total' | 'has_more'> {
  if (staffId !== undefined) {
    const theirs = staffMember?.tickets.filter(({ channel_key: key }) => scope.includes(key)) ?? []
    return {
      total: add(theirs.map(({ open_count }) => open_count)),
      has_more: staffMember?.has_more === true,
    }
  }
  const name = {
    waiting: 'waiting_count',
    unassigned: 'waiting_unassigned_count',
    open: 'open_count',
  } as const
  // Only the counted waiting tickets are checked for an assignee. When their count is capped, more may be unassigned.
  const bounded = metric === 'open' ? 'open_count' : 'waiting_count'
  return {
    total: add(channels.map((row) => row[name[metric]])),
    has_more: channels.some((row) => row[bounded] >= MAX_WALLBOARD_COUNT),
  }
}

const cursorOf = ({ waiting_since: since, opened_at, id }: WallboardListedRow) =>
  [since === null ? '' : new Date(since).getTime(), new Date(opened_at).getTime(), id].join('.')

function positionOf(cursor: string): WallboardPosition {
  const [since = '', openedAt, ticketId = ''] = cursor.split('.')
  return {
    waitingSince: since === '' ? null : new Date(Number(since)),
    openedAt: new Date(Number(openedAt)),
    ticketId,
  }
}

function ticketOf(row: WallboardListedRow): Page['items'][number] {
  return {
    ticket_id: row.id,
    channel: { key: row.channel_key, name: row.channel_name },
    customer: {
      id: row.customer_id,
      ...customerOf(row),
    },
    subject: row.subject,
    opened_at: iso(row.opened_at),
    waiting_since: row.waiting_since === null ? null : iso(row.waiting_since),
    assigned_to: row.assignee,
    assignee_absent: row.assignee_absent,
  }
}
