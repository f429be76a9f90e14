import type { agentRanking } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { bizDashboard } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import type { listFigureCases } from 'shared/contract/dashboard/list-figure-cases.call.ts'
import { MAX_DASHBOARD_DAYS } from 'shared/contract/dashboard/period.ts'
import type * as z from 'zod/mini'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findStaffByLineUserId } from '../staff/staff.store.ts'
import { wantedScope } from '../tickets/rules.ts'
import { customerName, iso } from '../tickets/ticket-row.ts'
import {
  type AgentSums,
  type DaySums,
  readAgents,
  readDays,
  readIncoming,
  readSubjects,
  type Wanted,
} from './day-figures.store.ts'
import { type FigureCaseRow, type FigurePlace, readFigure, readFigureCases } from './figure-cases.store.ts'
import { addUp, figuresOf, ranked, rankingItemOf } from './figures.ts'
import { daysOf, type Period, periodBefore, wantedPeriod } from './period.ts'

type Query<C extends { query: z.core.$ZodType }> = z.output<C['query']>

/** Who is listed for having said the most. */
const MOST_REPLIES = 5

function wantedOf(
  context: ServerContext,
  signedIn: SignedIn,
  query: Pick<Query<typeof bizDashboard>, 'channel_key' | 'days' | 'from' | 'to' | 'hours'>,
): Wanted {
  return {
    period: wantedPeriod(query, context.now(), MAX_DASHBOARD_DAYS),
    scope: wantedScope(signedIn, query.channel_key),
    isOpenTime: query.hours === 'business',
  }
}

/** All that is read stands as it is at one moment, so that every number agrees with every other. */
function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.execute('set transaction isolation level repeatable read, read only')
    return read(tx)
  })
}

export async function readRanking(
  context: ServerContext,
  signedIn: SignedIn,
  query: Query<typeof agentRanking>,
): Promise<z.input<typeof agentRanking.answer>> {
  const wanted = wantedOf(context, signedIn, query)
  const agents = await inTransaction(context.db, (tx) => readAgents(tx, wanted))
  return { items: ranked(agents.map(rankingItemOf), query.order_by) }
}

export async function readDashboard(
  context: ServerContext,
  signedIn: SignedIn,
  query: Query<typeof bizDashboard>,
): Promise<z.input<typeof bizDashboard.answer>> {
  const wanted = wantedOf(context, signedIn, query)
  const read = await atOneMoment(context.db, async (tx) => ({
    agents: await readAgents(tx, wanted),
    days: await readDays(tx, wanted),
    before: await readDays(tx, { ...wanted, period: periodBefore(wanted.period) }),
    subjects: await readSubjects(tx, wanted),
    incoming: await readIncoming(tx, wanted),
  }))
  return {
    issue_breakdown: read.subjects,
    kpis: { most_replies: mostReplies(read.agents) },
    overview: {
      ...wanted.period,
      totals: figuresOf(addUp(read.days)),
      totals_before: figuresOf(addUp(read.before)),
      days: everyDay(wanted.period, read.days),
      agents: ranked(read.agents.map(rankingItemOf), 'closed'),
      incoming: read.incoming,
    },
  }
}

function mostReplies(agents: readonly AgentSums[]) {
  return agents
    .filter(({ replies }) => replies > 0)
    .toSorted((a, b) => b.replies - a.replies || a.display_name.localeCompare(b.display_name, 'th'))
    .slice(0, MOST_REPLIES)
    .map((agent) => ({
      agent_name: agent.display_name,
      agent_line_user_id: agent.line_user_id,
      reply_count: agent.replies,
    }))
}

function everyDay(period: Period, days: readonly DaySums[]) {
  const known = new Map(days.map((sums) => [sums.day, sums]))
  return daysOf(period).map((day) => ({ day, ...figuresOf(known.get(day) ?? addUp([])) }))
}

/** The cases behind a figure; nobody's where there is no such person. */
export async function readCasesOf(
  context: ServerContext,
  signedIn: SignedIn,
  query: Query<typeof listFigureCases>,
): Promise<z.input<typeof listFigureCases.answer>> {
  const wanted = wantedOf(context, signedIn, query)
  const lineUserId = query.agent_line_user_id
  const agent = lineUserId === undefined ? undefined : await findStaffByLineUserId(context.db, lineUserId)
  if (lineUserId !== undefined && agent === undefined) return { items: [], total: 0, cursor: null }
  const figure = { ...wanted, figure: query.figure, staffId: agent?.id, category: query.category }
  const after = query.cursor === undefined ? undefined : placeOf(query.cursor)
  const { total, rows } = await atOneMoment(context.db, async (tx) => ({
    total: await readFigure(tx, figure),
    rows: await readFigureCases(tx, figure, { after, limit: query.limit + 1 }),
  }))
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return { items: shown.map(figureCaseOf), total, cursor: last === undefined ? null : cursorOf(last) }
}

const cursorOf = ({ at, ticket_id, staff_id }: FigureCaseRow) =>
  [new Date(at).getTime(), ticket_id, staff_id].join('.')

function placeOf(cursor: string): FigurePlace {
  const [at, ticketId = '', staffId = ''] = cursor.split('.')
  return { at: new Date(Number(at)), ticketId, staffId }
}

function figureCaseOf(row: FigureCaseRow): z.input<typeof listFigureCases.answer>['items'][number] {
  return {
    ticket_id: row.ticket_id,
    status: row.status,
    subject: row.subject,
    channel: { key: row.channel_key, name: row.channel_name },
    customer: {
      id: row.customer_id,
      display_name: customerName(row.customer_name, row.customer_line_id),
      picture_url: row.customer_picture,
      is_vip: row.customer_vip,
    },
    agent: row.agent,
    at: iso(row.at),
    count: row.count,
    secs: row.ms === null ? null : Math.round(row.ms / 1000),
  }
}
