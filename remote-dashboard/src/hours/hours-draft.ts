import type { OpenDay } from 'shared/contract/dashboard/opening-hours.call.ts'
import { WEEK } from '../week.ts'

/** A weekday as it is being written; times as `09:30`, empty where there is none. */
export interface DayDraft {
  /** 0: Sunday. */
  weekday: number
  isOpen: boolean
  opens: string
  /** `00:00`: midnight, when the day ends. */
  closes: string
}

export interface HoursDraft {
  isAlways: boolean
  /** All seven, as people see a week. */
  days: readonly DayDraft[]
}

const MINUTES_OF_A_DAY = 1_440
const USUAL = { opens_at: 540, closes_at: 1_080 }

const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Null where it is no time. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Where an account was always open, a usual week stands ready. */
export function draftOf(days: readonly OpenDay[] | null): HoursDraft {
  return {
    isAlways: days === null,
    days: WEEK.map(({ value: weekday }) => {
      const day = days?.find((each) => each.weekday === weekday)
      const { opens_at, closes_at } = day ?? USUAL
      const isOpen = days === null ? weekday >= 1 && weekday <= 5 : day !== undefined
      return { weekday, isOpen, opens: clock(opens_at), closes: clock(closes_at) }
    }),
  }
}

const closingOf = ({ closes }: DayDraft) => minutesOf(closes) || (closes === '' ? null : MINUTES_OF_A_DAY)

/** What is wrong with a day, in words. */
export function problemOf(day: DayDraft): string | null {
  if (!day.isOpen) return null
  const [opens, closes] = [minutesOf(day.opens), closingOf(day)]
  if (opens === null || closes === null) return 'ใส่เวลาเปิดและเวลาปิดให้ครบ'
  return opens < closes
    ? null
    : 'เวลาปิดต้องอยู่หลังเวลาเปิดในวันเดียวกัน กะที่ข้ามเที่ยงคืนให้ใส่เวลาปิดเป็น 00:00 (หลังเที่ยงคืนจะไม่นับ) หรือเลือกเปิดตลอดเวลา'
}

/** As the server takes it: null is always; the words of what is wrong where something is. */
export function openDaysOf({ isAlways, days }: HoursDraft): { days: OpenDay[] | null } | { problem: string } {
  if (isAlways) return { days: null }
  const open = days.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return { problem: 'เลือกวันเปิดอย่างน้อยหนึ่งวัน หรือเลือกเปิดตลอดเวลา' }
  if (open.some((day) => problemOf(day) !== null)) return { problem: 'แก้เวลาที่ยังไม่ถูกต้องก่อนบันทึก' }
  return {
    days: open
      .map((day) => ({
        weekday: day.weekday,
        opens_at: minutesOf(day.opens) ?? 0,
        closes_at: closingOf(day) ?? MINUTES_OF_A_DAY,
      }))
      .toSorted((a, b) => a.weekday - b.weekday),
  }
}
