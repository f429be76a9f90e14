import { RANKING_DEFAULT_ORDER, RANKING_ORDERS, type RankingOrder } from 'shared/contract/constants.ts'
import type { CasesOrder, ListedFigure } from 'shared/contract/dashboard/list-figure-cases.call.ts'
import { isDay } from '../days.ts'
import { type Period, readPeriod, writePeriod } from '../period/period.ts'

const TABS = ['overview', 'ranking', 'customers'] as const
export type DashboardTab = (typeof TABS)[number]

/** A figure that has a list; `handling` is of one's own alone. */
export type OpenedFigure = ListedFigure | 'handling'

/** Written here once more, for the contract's own list comes with its schemas; the type holds both together. */
const FIGURES = {
  handled: true,
  held: true,
  first_response: true,
  closed: true,
  answered: true,
  unanswered: true,
  replied: true,
  incoming: true,
  handling: true,
} satisfies Record<OpenedFigure, true>

/** The cases behind a figure: of everybody or of one person, or about one kind of issue; `incoming` of an hour of a weekday. */
export interface CasesOf {
  figure: OpenedFigure
  /** Of this day of the period alone. */
  day?: string
  agent?: string
  category?: string
  /** 0 is Sunday. */
  weekday?: number
  hour?: number
  /** Default: as the list of the figure begins. */
  order?: CasesOrder
}

/** What the dashboard's address says. */
export interface DashboardAddress {
  tab: DashboardTab
  period: Period
  /** Durations within opening hours alone. */
  isOpenHours: boolean
  order: RankingOrder
  /** The list that is open. */
  cases: CasesOf | null
}

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T =>
  all.find((each) => each === value) ?? otherwise

export function readAddress(params: URLSearchParams): DashboardAddress {
  return {
    tab: oneOf(TABS, params.get('tab'), 'overview'),
    period: readPeriod(params),
    isOpenHours: params.get('hours') === 'business',
    order: oneOf(RANKING_ORDERS, params.get('order_by'), RANKING_DEFAULT_ORDER),
    cases: readCases(params),
  }
}

const numberBelow = (bound: number, written: string | null) =>
  written !== null && /^\d{1,2}$/.test(written) && Number(written) < bound ? Number(written) : null

function readCases(params: URLSearchParams): CasesOf | null {
  const figure = params.get('cases')
  if (figure === null || !Object.hasOwn(FIGURES, figure)) return null
  if (figure === 'incoming') {
    const [weekday, hour] = [numberBelow(7, params.get('weekday')), numberBelow(24, params.get('hour'))]
    return weekday === null || hour === null ? null : { figure, weekday, hour }
  }
  const [agent, category, day] = [params.get('agent'), params.get('category'), params.get('day')]
  const order = params.get('sort')
  return {
    figure: figure as OpenedFigure,
    ...(isDay(day) ? { day } : {}),
    ...(agent === null ? {} : { agent }),
    ...(order === 'longest' || order === 'latest' ? { order } : {}),
    ...(category === null || agent !== null || figure !== 'handled' ? {} : { category }),
  }
}

/** The same address with something else in it; what is usual stands in none. */
export function withAddress(before: URLSearchParams, change: Partial<DashboardAddress>): URLSearchParams {
  const params = new URLSearchParams(before)
  const set = (name: string, value: string | undefined, usual?: string) =>
    value === undefined || value === usual ? params.delete(name) : params.set(name, value)
  if (change.tab !== undefined) set('tab', change.tab, 'overview')
  if (change.period !== undefined) writePeriod(params, change.period)
  if (change.isOpenHours !== undefined) set('hours', change.isOpenHours ? 'business' : undefined)
  if (change.order !== undefined) set('order_by', change.order, RANKING_DEFAULT_ORDER)
  if (change.cases !== undefined) {
    set('cases', change.cases?.figure)
    set('day', change.cases?.day)
    set('agent', change.cases?.agent)
    set('category', change.cases?.category)
    set('weekday', change.cases?.weekday?.toString())
    set('hour', change.cases?.hour?.toString())
    set('sort', change.cases?.order)
  }
  return params
}
