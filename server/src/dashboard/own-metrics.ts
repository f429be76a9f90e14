import { ADMIN_RECENT_TICKETS, CLOSED_SAMPLE, MAX_COUNTED_TICKETS } from 'shared/contract/constants.ts'
import type { ownMetrics } from 'shared/contract/dashboard/own-metrics.call.ts'
import type * as z from 'zod/mini'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { countTickets, readPage, type TicketFilter } from '../tickets/ticket-list.store.ts'
import { iso, ticketOf } from '../tickets/ticket-row.ts'
import { agentMetricsOf, everyDay, sumAll } from './calculate-metrics.ts'
import { readBefore, readDays } from './day-metrics.store.ts'
import { readHandling } from './metric-tickets.store.ts'
import { filterOf, withSnapshot } from './overview-and-ranking.ts'
import { average, percentilesOf } from './percentiles.ts'
import { periodBefore } from './period.ts'
import { readDayDurations } from './read-durations.store.ts'
import { isCounting } from './ticket-metrics.store.ts'

export async function readOwnMetrics(
  context: ServerContext,
  request: CallRequest<typeof ownMetrics>,
): Promise<z.input<typeof ownMetrics.response>> {
  const filter = filterOf(context, request)
  const { id: staffId } = request.signedIn.staff
  const now = context.now()
  const [{ days, before, durations, handling, is_counting }, open] = await Promise.all([
    withSnapshot(context.db, async (tx) => ({
      days: await readDays(tx, filter, staffId),
      before: await readBefore(tx, filter, periodBefore(filter.period, now), staffId),
      durations: await readDayDurations(tx, filter, staffId),
      is_counting: await isCounting(tx, filter),
      handling: await readHandling(tx, { staffId, scope: filter.scope, limit: CLOSED_SAMPLE }),
    })),
    readOpen(context, {
      viewerId: staffId,
      assigneeId: staffId,
      scope: filter.scope,
      status: 'OPEN',
      unassigned: false,
      unreadOnly: false,
      search: undefined,
    }),
  ])
  return {
    ...filter.period,
    at: iso(now),
    is_counting,
    totals: { ...agentMetricsOf(sumAll(days)), ...percentilesOf(durations) },
    totals_before: agentMetricsOf(sumAll(before)),
    days: everyDay(filter.period, days, durations, agentMetricsOf),
    ...open,
    handling: {
      sample: handling.total,
      avg_secs: average(handling.sum_ms ?? 0, handling.total),
      median_secs: handling.median_secs,
      p90_secs: handling.p90_secs,
    },
  }
}

async function readOpen({ db }: Pick<ServerContext, 'db'>, filter: TicketFilter) {
  const order = '-last_activity_at'
  const rows = await readPage(db, filter, { order, limit: ADMIN_RECENT_TICKETS, offset: 0 })
  const open_count =
    rows.length < ADMIN_RECENT_TICKETS
      ? rows.length
      : await countTickets(db, filter, order, MAX_COUNTED_TICKETS)
  return { open_tickets: rows.map(ticketOf), open_count }
}
