import type { agentRanking } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { bizDashboard } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { MAX_DASHBOARD_DAYS } from 'shared/contract/dashboard/period.ts'
import type * as z from 'zod/mini'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { requestedScope } from '../tickets/list-tickets.ts'
import { iso } from '../tickets/ticket-row.ts'
import { everyDay, extrasOf, metricsOf, ranked, rankingItemsOf, sumAll } from './calculate-metrics.ts'
import {
  type AgentSums,
  type MetricFilter,
  readAgents,
  readBefore,
  readDays,
  readIncoming,
  readSubjects,
} from './day-metrics.store.ts'
import { percentilesOf } from './percentiles.ts'
import { bangkokDayOf, periodBefore, requestedPeriod } from './period.ts'
import { readAgentDurations, readDayDurations } from './read-durations.store.ts'
import { isCounting } from './ticket-metrics.store.ts'

const MAX_REPLY_AGENTS = 5

export function filterOf(
  context: ServerContext,
  { signedIn, query }: { signedIn: SignedIn; query: CallRequest<typeof bizDashboard>['query'] },
): MetricFilter {
  return {
    period: requestedPeriod(query, context.now(), MAX_DASHBOARD_DAYS),
    scope: requestedScope(signedIn, query.channel_key),
    isOpenTime: query.hours === 'business',
    today: bangkokDayOf(context.now()),
  }
}

/** Runs all queries of `read` on the same database snapshot, so that their numbers agree. */
export function withSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.execute('set transaction isolation level repeatable read, read only')
    return read(tx)
  })
}

export async function readRanking(
  context: ServerContext,
  request: CallRequest<typeof agentRanking>,
): Promise<z.input<typeof agentRanking.response>> {
  const filter = filterOf(context, request)
  const at = iso(context.now())
  const read = await withSnapshot(context.db, async (tx) => ({
    agents: await readAgents(tx, filter),
    durations: await readAgentDurations(tx, filter),
    is_counting: await isCounting(tx, filter),
  }))
  const items = ranked(rankingItemsOf(read.agents, read.durations), request.query.order_by)
  return { items, ...filter.period, at, is_counting: read.is_counting }
}

export async function readDashboard(
  context: ServerContext,
  request: CallRequest<typeof bizDashboard>,
): Promise<z.input<typeof bizDashboard.response>> {
  const filter = filterOf(context, request)
  const now = context.now()
  const before = periodBefore(filter.period, now)
  const read = await withSnapshot(context.db, async (tx) => ({
    agents: await readAgents(tx, filter),
    days: await readDays(tx, filter),
    before: await readBefore(tx, filter, before),
    durations: await readAgentDurations(tx, filter),
    dayDurations: await readDayDurations(tx, filter),
    subjects: await readSubjects(tx, filter),
    incoming: await readIncoming(tx, filter),
    isCounting: await isCounting(tx, filter),
  }))
  return {
    issue_breakdown: read.subjects,
    kpis: { most_replies: mostReplies(read.agents) },
    overview: {
      ...filter.period,
      at: iso(now),
      is_counting: read.isCounting,
      totals: { ...metricsOf(sumAll(read.days)), ...percentilesOf(read.durations) },
      totals_before: metricsOf(sumAll(read.before)),
      days: everyDay(filter.period, read.days, read.dayDurations, metricsOf),
      agents: ranked(rankingItemsOf(read.agents, read.durations), 'closed'),
      incoming: read.incoming,
    },
  }
}

function mostReplies(agents: readonly AgentSums[]) {
  return agents
    .filter(({ replies }) => replies > 0)
    .toSorted((a, b) => b.replies - a.replies || a.display_name.localeCompare(b.display_name, 'th'))
    .slice(0, MAX_REPLY_AGENTS)
    .map((agent) => ({
      agent_name: agent.display_name,
      agent_line_user_id: agent.line_user_id,
      reply_count: agent.replies,
      ...extrasOf(agent),
    }))
}
