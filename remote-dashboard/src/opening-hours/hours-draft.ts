import type { OpenDay, OpeningHours, SpecialDay } from 'shared/contract/dashboard/opening-hours.call.ts'
import { daysTexts, isDay } from '../day-texts.ts'
import { WEEKDAYS } from '../weekday-hours.ts'

/** One day of the form. Valid times are written as `09:30`; other text remains as the user typed it. */
export interface DayDraft {
  /** Weekday, 0 is Sunday. */
  weekday: number
  isOpen: boolean
  opens: string
  /** Closing time. A time that is not after `opens` is on the next day; `00:00` is the midnight in between. */
  closes: string
}

export interface HoursDraft {
  isAlways: boolean
  days: readonly DayDraft[]
}

const MINUTES_OF_A_DAY = 1_440
/** Maximum number of special days, copied from the contract because importing it would load the schemas. */
const MAX_SPECIAL_DAYS = 400
const DEFAULT_HOURS = { opens_at: 540, closes_at: 1_080 }

const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

const THAI_ZERO = 0x0e50
const latinDigits = (text: string) =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO))

/** Parses a time: `9:30`, `9.30` and `930`, also in Thai digits. Returns null for other text. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(latinDigits(time).trim()) ?? []
  if (Number(hours) > 24 || Number(minutes) > 59) return null
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) % MINUTES_OF_A_DAY
}

/** Formats a time as `09:30`. Returns text that is not a time unchanged. */
export function formatTime(time: string): string {
  const minutes = minutesOf(time)
  return minutes === null ? time : clock(minutes)
}

/** Returns the draft for opening hours. A channel that is always open gets the usual week as default. */
export function draftOf(days: readonly OpenDay[] | null): HoursDraft {
  return {
    isAlways: days === null,
    days: WEEKDAYS.map(({ value: weekday }) => {
      const day = days?.find((each) => each.weekday === weekday)
      const { opens_at, closes_at } = day ?? DEFAULT_HOURS
      const isOpen = days === null ? weekday >= 1 && weekday <= 5 : day !== undefined
      return { weekday, isOpen, opens: clock(opens_at), closes: clock(closes_at) }
    }),
  }
}

/** Returns the opening hours in minutes of the day; `null` when a time is missing or invalid. */
function spanOf({
  opens,
  closes,
}: Pick<DayDraft, 'opens' | 'closes'>): { opens: number; closes: number } | null {
  const [from, until] = [minutesOf(opens), minutesOf(closes)]
  if (from === null || until === null) return null
  return { opens: from, closes: until > from ? until : until + MINUTES_OF_A_DAY }
}

const nextOf = (weekday: number) => (weekday + 1) % 7

/** Returns the weekday on which opening hours that pass midnight end, otherwise `null`. */
export function closingWeekday(day: DayDraft): number | null {
  const span = day.isOpen ? spanOf(day) : null
  return span !== null && span.closes > MINUTES_OF_A_DAY ? nextOf(day.weekday) : null
}

function timesProblem({ opens, closes }: Pick<DayDraft, 'opens' | 'closes'>): string {
  const isInvalid = [opens, closes].some((time) => time.trim() !== '' && minutesOf(time) === null)
  return isInvalid ? 'เวลาไม่ถูกต้อง ใส่ชั่วโมงและนาที เช่น 09:00' : 'ใส่เวลาเปิดและเวลาปิดให้ครบ เช่น 09:00'
}

export function problemOf(day: DayDraft, days: readonly DayDraft[]): string | null {
  if (!day.isOpen) return null
  const span = spanOf(day)
  if (span === null) return timesProblem(day)
  const next = days.find(({ weekday, isOpen }) => isOpen && weekday === nextOf(day.weekday))
  const nextOpening = next === undefined ? null : minutesOf(next.opens)
  return nextOpening !== null && span.closes > MINUTES_OF_A_DAY + nextOpening
    ? 'เปิดข้ามคืนจนเลยเวลาเปิดของวันถัดไป ให้ปิดก่อนหรือพอดีเวลานั้น'
    : null
}

export function openDaysOf({ isAlways, days }: HoursDraft): { days: OpenDay[] | null } | { problem: string } {
  if (isAlways) return { days: null }
  const open = days.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return { problem: 'เลือกวันเปิดอย่างน้อยหนึ่งวัน หรือเลือกเปิดตลอดเวลา' }
  if (open.some((day) => problemOf(day, days) !== null)) return { problem: 'แก้เวลาที่ยังไม่ถูกต้องก่อนบันทึก' }
  return {
    days: open
      .flatMap((day) => {
        const span = spanOf(day)
        return span === null ? [] : [{ weekday: day.weekday, opens_at: span.opens, closes_at: span.closes }]
      })
      .toSorted((a, b) => a.weekday - b.weekday),
  }
}

/** Returns the opening hours that are valid on a day; null when the channel is always open. */
export const daysValidOn = ({ versions, days }: Pick<OpeningHours, 'versions' | 'days'>, day: string) =>
  versions.length === 0 ? days : (versions.findLast((each) => each.valid_from <= day)?.days ?? null)

export interface SpecialDraft {
  day: string
  name: string
  isClosed: boolean
  opens: string
  closes: string
}

export function specialDayOf(
  draft: SpecialDraft,
  before: readonly SpecialDay[],
): { special: SpecialDay } | { problem: string } {
  const { day, isClosed } = draft
  const name = draft.name.trim()
  if (!isDay(day)) return { problem: 'เลือกวันที่' }
  if (name === '') return { problem: 'ใส่ชื่อวัน เช่น วันสงกรานต์' }
  if (before.some((each) => each.day === day)) return { problem: 'วันนี้มีอยู่แล้ว ลบรายการเดิมก่อน' }
  if (before.length >= MAX_SPECIAL_DAYS)
    return { problem: `มีวันพิเศษครบ ${MAX_SPECIAL_DAYS} วันแล้ว ลบวันที่ผ่านไปนานแล้วก่อน` }
  if (isClosed) return { special: { day, name, opens_at: null, closes_at: null } }
  const span = spanOf(draft)
  if (span === null) return { problem: timesProblem(draft) }
  return { special: { day, name, opens_at: span.opens, closes_at: span.closes } }
}

export const specialTexts = ({ opens_at: opens, closes_at: closes }: SpecialDay) =>
  opens === null || closes === null ? 'ปิดทั้งวัน' : `${clock(opens)}–${clock(closes)}`

/** First day of a channel's initial opening hours. Must equal the default in the database. */
const FIRST_DAY = '2000-01-01'

export const sinceTexts = (validFrom: string) =>
  validFrom <= FIRST_DAY ? 'ตั้งแต่เริ่มใช้งาน' : `ตั้งแต่ ${daysTexts(validFrom, validFrom)}`

export const weekTexts = (days: readonly OpenDay[] | null): string[] =>
  days === null
    ? ['เปิดตลอดเวลา']
    : WEEKDAYS.flatMap(({ value, short }) =>
        days
          .filter(({ weekday }) => weekday === value)
          .map(({ opens_at, closes_at }) => `${short} ${clock(opens_at)}–${clock(closes_at)}`),
      )
