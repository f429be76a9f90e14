import { TIME_ZONE } from '../../contract/constants.ts'

/** A moment as it travels: ISO 8601, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date

const format = new Intl.DateTimeFormat('th-TH-u-ca-buddhist-nu-latn', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

interface Parts {
  day: string
  month: string
  year: string
  hour: string
  minute: string
}

/** Parts are joined here and not by Intl, because its literals between them differ from one ICU to the next. */
function partsOf(moment: Moment): Parts | null {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return null
  const parts = { day: '', month: '', year: '', hour: '', minute: '' }
  for (const { type, value } of format.formatToParts(date))
    if (type in parts) parts[type as keyof Parts] = value
  return parts
}

/** Shown where a moment is missing or cannot be read. */
export const NO_MOMENT = '–'

/** `5 มี.ค. 2569 09:07 น.`, Buddhist era, Bangkok time. */
export function formatThaiDateTime(moment: Moment | null | undefined): string {
  const parts = moment == null ? null : partsOf(moment)
  return parts ? `${parts.day} ${parts.month} ${parts.year} ${parts.hour}:${parts.minute} น.` : NO_MOMENT
}

/** `5 มี.ค. 09:07`, for table cells. */
export function formatThaiShort(moment: Moment | null | undefined): string {
  const parts = moment == null ? null : partsOf(moment)
  return parts ? `${parts.day} ${parts.month} ${parts.hour}:${parts.minute}` : NO_MOMENT
}

/** `09:07`. */
export function formatThaiTime(moment: Moment | null | undefined): string {
  const parts = moment == null ? null : partsOf(moment)
  return parts ? `${parts.hour}:${parts.minute}` : NO_MOMENT
}

/** The calendar day in Bangkok: moments of one day have equal keys, and no others. */
export function dayKey(moment: Moment): string {
  const parts = partsOf(moment)
  return parts ? `${parts.year} ${parts.month} ${parts.day}` : ''
}

const DAY_MS = 86_400_000

/** A day separator: `วันนี้ 21 พ.ย. 2569`, `เมื่อวาน 20 พ.ย. 2569`, `5 มี.ค. 2569`. */
export function formatThaiDay(moment: Moment | null | undefined, now: Moment): string {
  const parts = moment == null ? null : partsOf(moment)
  if (moment == null || !parts) return NO_MOMENT
  const day = `${parts.day} ${parts.month} ${parts.year}`
  const key = dayKey(moment)
  if (key === dayKey(now)) return `วันนี้ ${day}`
  // Bangkok has had no change of clocks since 1920, so a day is always 24 hours.
  return key === dayKey(new Date(now).getTime() - DAY_MS) ? `เมื่อวาน ${day}` : day
}
