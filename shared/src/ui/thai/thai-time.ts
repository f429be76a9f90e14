/** Moments and lengths of time in Thai: Buddhist era, Bangkok time. */
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/th'
import buddhistEra from 'dayjs/plugin/buddhistEra'
import utc from 'dayjs/plugin/utc'
import { BANGKOK_OFFSET_MINUTES } from './bangkok.ts'

for (const plugin of [utc, buddhistEra]) dayjs.extend(plugin)

/** A moment as it travels: ISO 8601, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date

/** Shown where a moment or a length is missing or cannot be read. */
export const NOTHING = '–'

/** A moment as the clock in Bangkok shows it; null for what is no moment. */
export function inBangkok(moment: Moment | null | undefined): Dayjs | null {
  const instant = moment == null ? null : dayjs(moment)
  return instant?.isValid() ? instant.utcOffset(BANGKOK_OFFSET_MINUTES).locale('th') : null
}

const format = (moment: Moment | null | undefined, pattern: string) =>
  inBangkok(moment)?.format(pattern) ?? NOTHING

const DAY = 'D MMM BBBB'

/** `5 มี.ค. 2569 09:07 น.` */
export const formatThaiDateTime = (moment: Moment | null | undefined) => format(moment, `${DAY} HH:mm [น.]`)

/** `5 มี.ค. 09:07`, for table cells. */
export const formatThaiShort = (moment: Moment | null | undefined) => format(moment, 'D MMM HH:mm')

/** `09:07`. */
export const formatThaiTime = (moment: Moment | null | undefined) => format(moment, 'HH:mm')

/**
 * The day in Bangkok, such as `2026-03-05`; equal for all moments of a day. Empty for an invalid moment. Does not use dayjs, which is ten
 * times slower: a conversation computes the day of each of its messages on every change.
 */
export function dayKey(moment: Moment): string {
  const local = new Date(new Date(moment).getTime() + BANGKOK_OFFSET_MINUTES * 60_000)
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 10)
}

/** A day separator: `วันนี้ 21 พ.ย. 2569`, `เมื่อวาน 20 พ.ย. 2569`, `5 มี.ค. 2569`. */
export function formatThaiDay(moment: Moment | null | undefined, now: Moment): string {
  const day = inBangkok(moment)
  if (!day) return NOTHING
  const today = inBangkok(now)
  const words = day.format(DAY)
  if (today?.isSame(day, 'day')) return `วันนี้ ${words}`
  return today?.subtract(1, 'day').isSame(day, 'day') ? `เมื่อวาน ${words}` : words
}

/** A length of time in words, its two greatest units: `38 วิ`, `14 นาที 20 วิ`, `2 ชม. 5 นาที`, `3 วัน 4 ชม.`; null is `–`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds)) return NOTHING
  const total = Math.max(0, Math.round(seconds))
  const units: [number, string][] = [
    [Math.floor(total / 86_400), 'วัน'],
    [Math.floor(total / 3_600) % 24, 'ชม.'],
    [Math.floor(total / 60) % 60, 'นาที'],
    [total % 60, 'วิ'],
  ]
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0 วิ'
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** A running clock: `mm:ss` under an hour, then `h:mm:ss`. Whole seconds, never below zero. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(total / 3_600)
  const rest = `${twoDigits(Math.floor(total / 60) % 60)}:${twoDigits(total % 60)}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

const twoDigits = (count: number) => String(count).padStart(2, '0')
