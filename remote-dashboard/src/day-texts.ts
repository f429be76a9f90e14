import dayjs from 'dayjs'

const DAY = /^\d{4}-\d{2}-\d{2}$/
export const isDay = (day: string | null): day is string =>
  day !== null && DAY.test(day) && dayjs(day).format('YYYY-MM-DD') === day

/** Formats `20 พ.ย. 2569` or `28 ต.ค. – 3 พ.ย. 2569`. Needs dayjs' Buddhist-era plugin (from `shared/ui`). */
export function daysTexts(from: string, to: string): string {
  const [first, last] = [dayjs(from).locale('th'), dayjs(to).locale('th')]
  const end = last.format('D MMM BBBB')
  if (from === to) return end
  if (first.isSame(last, 'month')) return `${first.format('D')}–${end}`
  return `${first.format(first.isSame(last, 'year') ? 'D MMM' : 'D MMM BBBB')} – ${end}`
}
