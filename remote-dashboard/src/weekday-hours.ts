import { dayKey, formatThaiTime } from 'shared/ui'

/** Weekday or hour. `value` is its number in the API (for a weekday, 0 is Sunday). */
export interface Step {
  value: number
  short: string
  name: string
}

export const WEEKDAYS: readonly Step[] = [
  { value: 1, short: 'จ.', name: 'วันจันทร์' },
  { value: 2, short: 'อ.', name: 'วันอังคาร' },
  { value: 3, short: 'พ.', name: 'วันพุธ' },
  { value: 4, short: 'พฤ.', name: 'วันพฤหัสบดี' },
  { value: 5, short: 'ศ.', name: 'วันศุกร์' },
  { value: 6, short: 'ส.', name: 'วันเสาร์' },
  { value: 0, short: 'อา.', name: 'วันอาทิตย์' },
]
const twoDigits = (hour: number) => String(hour % 24).padStart(2, '0')
export const HOURS: readonly Step[] = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  short: twoDigits(hour),
  name: `${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00 น.`,
}))

export const hourTexts = (weekday: number, hour: number) =>
  [WEEKDAYS.find(({ value }) => value === weekday)?.name, HOURS[hour]?.name].join(' ')

export interface WeekHour {
  weekday: number
  hour: number
}

const dayNumber = (day: string) => Date.parse(day) / 86_400_000

/** Counts how often an hour of the week has started in the period, up to `now`. This is the divisor of averages. */
export function countHourStarts({ from, to }: { from: string; to: string }, now: number) {
  const [today, hourNow] = [dayNumber(dayKey(now)), Number(formatThaiTime(now).slice(0, 2))]
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const firstWeekday = new Date(from).getUTCDay()
  return ({ weekday, hour }: WeekHour) => {
    const begun = Math.min(last, hour > hourNow ? today - 1 : today)
    return Math.max(0, Math.floor((begun - first - ((weekday - firstWeekday + 7) % 7)) / 7) + 1)
  }
}
