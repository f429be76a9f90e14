import { fetchTicketPage } from 'shared/api'
import { ADMIN_RECENT_TICKETS, CLOSED_SAMPLE, MAX_COUNTED_TICKETS } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { dayKey } from 'shared/ui'
import { KPIS, type Kpi } from '../metrics/metric-texts.ts'
import { NO_METRICS } from '../metrics/no-metrics.ts'
import { daysOf, type Period } from '../period/period.ts'
import type { OwnMetrics } from './own-metrics.ts'

/** Maximum number of pages. If a period has more, only the handling time of the newest tickets is shown. */
const MAX_PAGES = 5

const COMPUTED_KPIS: readonly Kpi['name'][] = ['closed_count', 'avg_resolution_secs']

/** Computes own metrics from tickets if the server sends none. Times of assignment and first reply stay unknown. */
export async function ownMetricsOfTickets(
  period: Period,
  now: Date,
  signal: AbortSignal,
): Promise<OwnMetrics> {
  const days = daysOf(period, dayKey(now))
  const [open, closed] = await Promise.all([
    fetchTicketPage(
      {
        assignee: 'me',
        status: 'OPEN',
        order: '-last_activity_at',
        page: 1,
        page_size: ADMIN_RECENT_TICKETS,
      },
      signal,
    ),
    closedSince(days.from, signal),
  ])
  const ofDays = closed.tickets.filter(({ closed_at: at }) => {
    const day = at === null ? '' : dayKey(at)
    return days.from <= day && day <= days.to
  })
  const sample = closed.tickets.slice(0, CLOSED_SAMPLE)
  return {
    ...days,
    is_counting: false,
    totals: {
      ...NO_METRICS,
      closed_count: ofDays.length,
      avg_resolution_secs: averageSecs(ofDays),
      median_resolution_secs: percentileSecs(ofDays, 0.5),
      p90_resolution_secs: percentileSecs(ofDays, 0.9),
    },
    totals_before: NO_METRICS,
    days: [],
    open_tickets: open.items.slice(0, ADMIN_RECENT_TICKETS),
    open_count: Math.min(open.total, MAX_COUNTED_TICKETS),
    handling: {
      sample: sample.filter((ticket) => secsOf(ticket) !== null).length,
      avg_secs: averageSecs(sample),
      median_secs: percentileSecs(sample, 0.5),
      p90_secs: percentileSecs(sample, 0.9),
    },
    kpis: closed.isWhole ? KPIS.filter(({ name }) => COMPUTED_KPIS.includes(name)) : [],
  }
}

/** Returns the tickets closed since `day`, the latest first. `isWhole` is true when no ticket is missing. */
async function closedSince(day: string, signal: AbortSignal) {
  const tickets = new Map<string, Ticket>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const before = tickets.size
    const { items, total } = await fetchTicketPage(
      { assignee: 'me', status: 'CLOSED', order: '-closed_at', page, page_size: CLOSED_SAMPLE },
      signal,
    )
    for (const ticket of items) tickets.set(ticket.id, ticket)
    const oldest = items.at(-1)?.closed_at ?? null
    const isComplete = tickets.size >= total || (oldest !== null && dayKey(oldest) < day)
    if (isComplete) return { tickets: [...tickets.values()], isWhole: true }
    // This server ignores `page` and always returns the first page.
    if (tickets.size === before) break
  }
  return { tickets: [...tickets.values()], isWhole: false }
}

/** Returns the resolution time in seconds; null when unknown. */
function secsOf({ metrics, opened_at: opened, closed_at: closed }: Ticket): number | null {
  if (metrics.resolution_secs !== null) return metrics.resolution_secs
  const secs = closed === null ? Number.NaN : (Date.parse(closed) - Date.parse(opened)) / 1_000
  return secs >= 0 ? secs : null
}

/** Returns a percentile in seconds, interpolated linearly as by the server. */
function percentileSecs(tickets: readonly Ticket[], share: number): number | null {
  const known = tickets.flatMap((ticket) => secsOf(ticket) ?? []).sort((a, b) => a - b)
  const position = share * (known.length - 1)
  const [low, high] = [known[Math.floor(position)], known[Math.ceil(position)]]
  return low === undefined || high === undefined ? null : low + (position % 1) * (high - low)
}

function averageSecs(tickets: readonly Ticket[]): number | null {
  const known = tickets.flatMap((ticket) => secsOf(ticket) ?? [])
  return known.length === 0 ? null : known.reduce((sum, secs) => sum + secs, 0) / known.length
}
