import { invalidRequest } from '../desk-error.ts'

const DAY_MS = 86_400_000
const BANGKOK_AHEAD_MS = 7 * 3_600_000

/** Days in Bangkok, both of them with it. */
export interface Period {
  from: string
  to: string
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The day in Bangkok. */
export const bangkokDayOf = (at: Date) => dayOf(at.getTime() + BANGKOK_AHEAD_MS)

const dayBefore = (day: string) => dayOf(msOf(day) - DAY_MS)

const lengthOf = ({ from, to }: Period): number => (msOf(to) - msOf(from)) / DAY_MS + 1

/** The days asked for. Throws `invalid_request` where they end before they begin, or are more than `most`. */
export function wantedPeriod(
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
      { instancePath: '/from', message: `must be 1 to ${most} days up to the last one` },
    ])
  return { from, to }
}

/** What a period is compared with: whole days, and the beginning of the day after them; null: there is none. */
export interface PeriodBefore {
  whole: Period | null
  part: Moments | null
}

/**
 * As many days, just before. One that is not over is compared with as much of them as of it has passed: up to the same moment of the same
 * day, or a morning would stand against a whole day.
 */
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
    part: { since: momentsOf({ from: day, to: day }).since, until },
  }
}

/** Every day of it. */
export function daysOf(period: Period): string[] {
  return Array.from({ length: lengthOf(period) }, (_, place) => dayOf(msOf(period.from) + place * DAY_MS))
}

const monthStart = (day: string, months: number) => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + months, 1))
}

/** A period as whole months and the days before and after them. */
export interface PeriodParts {
  /** The first days of the first and the last one; null: there is none. */
  months: Period | null
  days: Period[]
}

/** Fewer rows to add up where months have sums of their own. */
export function partsOf(period: Period): PeriodParts {
  const from = period.from.endsWith('-01') ? period.from : monthStart(period.from, 1)
  const after = monthStart(dayOf(msOf(period.to) + DAY_MS), 0)
  if (from >= after) return { months: null, days: [period] }
  const around = [
    { from: period.from, to: dayBefore(from) },
    { from: after, to: period.to },
  ]
  return { months: { from, to: monthStart(after, -1) }, days: around.filter((days) => days.from <= days.to) }
}

/** Two moments; the second is no more of what lies between them. */
export interface Moments {
  since: Date
  until: Date
}

/** The moments between which its days lie. */
export function momentsOf({ from, to }: Period): Moments {
  return {
    since: new Date(msOf(from) - BANGKOK_AHEAD_MS),
    until: new Date(msOf(to) + DAY_MS - BANGKOK_AHEAD_MS),
  }
}
