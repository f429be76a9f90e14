import { invalidRequest } from '../desk-error.ts'

const DAY_MS = 86_400_000
const BANGKOK_AHEAD_MS = 7 * 3_600_000

/** First and last day of a period, both included, in Bangkok. */
export interface Period {
  from: string
  to: string
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const bangkokDayOf = (at: Date) => dayOf(at.getTime() + BANGKOK_AHEAD_MS)

const dayBefore = (day: string) => dayOf(msOf(day) - DAY_MS)

const lengthOf = ({ from, to }: Period): number => (msOf(to) - msOf(from)) / DAY_MS + 1

/** Returns the requested period. Throws `invalid_request` when it is empty or has more than `most` days. */
export function requestedPeriod(
  query: { days: number; from?: string | undefined; to?: string | undefined },
  now: Date,
  most: number,
): Period {
  const today = bangkokDayOf(now)
  const to = query.to ?? today
  const from = query.from ?? dayOf(msOf(to) - (query.days - 1) * DAY_MS)
  const length = lengthOf({ from, to })
  if (length < 1 || length > most)
    throw invalidRequest('querystring', [
      { instancePath: '/from', message: `must be the first of 1 to ${most} days` },
    ])
  return { from, to }
}

/** Comparison period: whole days (`whole`), then a part of one day (`part`); each is null when empty. */
export interface PeriodBefore {
  whole: Period | null
  part: PartOfDay | null
}

interface PartOfDay {
  day: string
  until: Date
}

/** Returns the comparison period. When only a part of `period` has passed, only the same part is compared. */
export function periodBefore(period: Period, now: Date): PeriodBefore {
  const lengthMs = lengthOf(period) * DAY_MS
  const before = (day: string) => dayOf(msOf(day) - lengthMs)
  const [from, to] = [before(period.from), before(period.to)]
  const until = new Date(now.getTime() - lengthMs)
  const day = bangkokDayOf(until)
  if (day > to) return { whole: { from, to }, part: null }
  if (day < from) return { whole: null, part: null }
  return {
    whole: day === from ? null : { from, to: dayBefore(day) },
    part: { day, until },
  }
}

export function daysOf(period: Period): string[] {
  return Array.from({ length: lengthOf(period) }, (_, index) => dayOf(msOf(period.from) + index * DAY_MS))
}

const monthStart = (day: string, months: number) => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + months, 1))
}

/** A period as a sum: whole months, plus single days, minus days (`off`) of the months outside the period. */
export interface PeriodParts {
  /** First days of the first and of the last whole month; null when there is none. */
  months: Period | null
  days: Period[]
  off: Period[]
}

const dayAfter = (day: string) => dayOf(msOf(day) + DAY_MS)

/** Adds single days at each end or, if that takes fewer rows, a whole month minus the days outside the period. */
export function partsOf(period: Period, today: string): PeriodParts {
  const { from, to } = period
  const costOf = (days: Period) =>
    days.from > days.to ? 0 : Math.max(0, lengthOf({ ...days, to: days.to < today ? days.to : today }))
  const [firstMonth, lastMonth] = [monthStart(from, 0), monthStart(to, 0)]
  const before = { from: firstMonth, to: dayBefore(from) }
  const after = { from: dayAfter(to), to: dayBefore(monthStart(to, 1)) }
  const parts: PeriodParts = { months: null, days: [], off: [] }
  const put = (list: Period[], days: Period) => days.from <= days.to && list.push(days)
  if (firstMonth === lastMonth) {
    if (costOf(period) <= costOf(before) + costOf(after)) return { ...parts, days: [period] }
    put(parts.off, before)
    put(parts.off, after)
    return { ...parts, months: { from: firstMonth, to: firstMonth } }
  }
  const months = { from: firstMonth, to: lastMonth }
  const first = { from, to: dayBefore(monthStart(from, 1)) }
  if (costOf(before) < costOf(first)) put(parts.off, before)
  else {
    put(parts.days, first)
    months.from = monthStart(from, 1)
  }
  const last = { from: lastMonth, to }
  if (costOf(after) < costOf(last)) put(parts.off, after)
  else {
    put(parts.days, last)
    months.to = monthStart(to, -1)
  }
  return { ...parts, months: months.from > months.to ? null : months }
}

/** Splits a period into months and days without subtraction. The current month is whole, as later days have no rows. */
export function wholePartsOf({ from, to }: Period, today: string): Pick<PeriodParts, 'months' | 'days'> {
  const end = to < today ? to : dayBefore(monthStart(to, 1))
  const firstMonth = from === monthStart(from, 0) ? from : monthStart(from, 1)
  const afterLast = monthStart(dayAfter(end), 0)
  if (firstMonth >= afterLast) return { months: null, days: [{ from, to }] }
  const remainingPeriods = [
    { from, to: dayBefore(firstMonth) },
    { from: afterLast, to },
  ]
  return {
    months: { from: firstMonth, to: monthStart(afterLast, -1) },
    days: remainingPeriods.filter((days) => days.from <= days.to),
  }
}

/** Times of a period from `since` (included) until `until` (excluded). */
export interface TimeRange {
  since: Date
  until: Date
}

export function timeRangeOf({ from, to }: Period): TimeRange {
  return {
    since: new Date(msOf(from) - BANGKOK_AHEAD_MS),
    until: new Date(msOf(to) + DAY_MS - BANGKOK_AHEAD_MS),
  }
}
