import dayjs from 'dayjs'
import { DASHBOARD_DAYS } from 'shared/contract/constants.ts'
import { daysTexts, isDay } from '../day-texts.ts'

/** Days are in Bangkok time, written as `2026-11-23`; a range includes both ends. */
export type Period = { days: number } | { from: string; to: string }

export const DAY_CHOICES = [1, 7, 14, 30, 90] as const
const DEFAULT_PERIOD: Period = { days: DASHBOARD_DAYS }
/** Maximum number of days in a period, which is the server's limit. */
export const MAX_PERIOD_DAYS = 366

export const lengthOf = (from: string, to: string) => dayjs(to).diff(dayjs(from), 'day') + 1

export function readPeriod(params: URLSearchParams): Period {
  const [from, to] = [params.get('from'), params.get('to')]
  if (isDay(from) && isDay(to)) {
    const length = lengthOf(from, to)
    if (length >= 1 && length <= MAX_PERIOD_DAYS) return { from, to }
  }
  const days = Number(params.get('days'))
  return DAY_CHOICES.some((choice) => choice === days) ? { days } : DEFAULT_PERIOD
}

export function writePeriod(params: URLSearchParams, period: Period): void {
  for (const name of ['days', 'from', 'to']) params.delete(name)
  if ('from' in period) {
    params.set('from', period.from)
    params.set('to', period.to)
  } else if (period.days !== DASHBOARD_DAYS) params.set('days', String(period.days))
}

export const periodDays = (period: Period) =>
  'from' in period ? lengthOf(period.from, period.to) : period.days

/** Formats a period as `7 วันล่าสุด` or `1–20 พ.ย. 2569`. */
export function periodTexts(period: Period): string {
  if ('from' in period) return daysTexts(period.from, period.to)
  return period.days === 1 ? 'วันนี้' : `${period.days} วันล่าสุด`
}

export function daysOf(period: Period, today: string): { from: string; to: string } {
  if ('from' in period) return period
  const from = dayjs(today)
    .subtract(period.days - 1, 'day')
    .format('YYYY-MM-DD')
  return { from, to: today }
}
