import { RANKING_DEFAULT_ORDER, RANKING_ORDERS, type RankingOrder } from 'shared/contract/constants.ts'
import type { ListedMetric, TicketsOrder } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { isDay } from '../day-texts.ts'
import { type Period, readPeriod, writePeriod } from '../period/period.ts'

const TABS = ['overview', 'ranking', 'customers'] as const
export type DashboardTab = (typeof TABS)[number]

/** Metric of an open list. `handling` exists only on the agent's own dashboard. */
export type OpenedMetric = ListedMetric | 'handling'

/** Titles of the lists. The keys are copied from the contract, because importing it would load the schemas. */
export const TICKETS_TITLES: Record<OpenedMetric, string> = {
  handled: 'เคสที่ดูแล',
  held: 'เคสที่ดูแล',
  first_response: 'เคสที่ตอบกลับครั้งแรก',
  closed: 'เคสที่ปิด',
  answered: 'เคสที่ปิดหลังตอบ',
  unanswered: 'เคสที่ปิดโดยไม่ได้ตอบ',
  replied: 'ข้อความที่ตอบ',
  incoming: 'ข้อความจากลูกค้า',
  handling: 'เคสที่นับเวลาดูแล',
}

/** Tickets of a metric. The metric `incoming` requires a weekday and an hour. */
export interface TicketsOfMetric {
  metric: OpenedMetric
  day?: string
  agent?: string
  category?: string
  /** Weekday, 0 is Sunday. */
  weekday?: number
  hour?: number
  order?: TicketsOrder
}

export interface DashboardAddress {
  tab: DashboardTab
  period: Period
  /** True when durations count only the time within opening hours. */
  isOpenHours: boolean
  order: RankingOrder
  tickets: TicketsOfMetric | null
}

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T =>
  all.find((each) => each === value) ?? otherwise

export function readAddress(params: URLSearchParams): DashboardAddress {
  return {
    tab: oneOf(TABS, params.get('tab'), 'overview'),
    period: readPeriod(params),
    isOpenHours: params.get('hours') === 'business',
    order: oneOf(RANKING_ORDERS, params.get('order_by'), RANKING_DEFAULT_ORDER),
    tickets: readTickets(params),
  }
}

const numberBelow = (bound: number, written: string | null) =>
  written !== null && /^\d{1,2}$/.test(written) && Number(written) < bound ? Number(written) : null

function readTickets(params: URLSearchParams): TicketsOfMetric | null {
  const metric = params.get('cases')
  if (metric === null || !Object.hasOwn(TICKETS_TITLES, metric)) return null
  if (metric === 'incoming') {
    const [weekday, hour] = [numberBelow(7, params.get('weekday')), numberBelow(24, params.get('hour'))]
    return weekday === null || hour === null ? null : { metric, weekday, hour }
  }
  const [agent, category, day] = [params.get('agent'), params.get('category'), params.get('day')]
  const order = params.get('sort')
  return {
    metric: metric as OpenedMetric,
    ...(isDay(day) ? { day } : {}),
    ...(agent === null ? {} : { agent }),
    ...(order === 'longest' || order === 'latest' ? { order } : {}),
    ...(category === null || agent !== null || metric !== 'handled' ? {} : { category }),
  }
}

/** Returns the URL's parameters with a change. Default values are omitted. */
export function withAddress(before: URLSearchParams, change: Partial<DashboardAddress>): URLSearchParams {
  const params = new URLSearchParams(before)
  const set = (name: string, value: string | undefined, usual?: string) =>
    value === undefined || value === usual ? params.delete(name) : params.set(name, value)
  if (change.tab !== undefined) set('tab', change.tab, 'overview')
  if (change.period !== undefined) writePeriod(params, change.period)
  if (change.isOpenHours !== undefined) set('hours', change.isOpenHours ? 'business' : undefined)
  if (change.order !== undefined) set('order_by', change.order, RANKING_DEFAULT_ORDER)
  if (change.tickets !== undefined) {
    set('cases', change.tickets?.metric)
    set('day', change.tickets?.day)
    set('agent', change.tickets?.agent)
    set('category', change.tickets?.category)
    set('weekday', change.tickets?.weekday?.toString())
    set('hour', change.tickets?.hour?.toString())
    set('sort', change.tickets?.order)
  }
  return params
}
