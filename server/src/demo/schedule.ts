import { ISSUE_TYPES, type IssueType } from 'shared/contract/constants.ts'
import type { Dice } from './dice.ts'

/** What becomes of a ticket until now. */
type Fate = 'closed' | 'in_care' | 'unassigned'

export interface Slot {
  fate: Fate
  openedAt: Date
  /** How many times as long as usual the team takes. */
  strain: number
  /** What it is about; undefined: anything. */
  issue?: IssueType
  /** Closed without a word, long after the customer has given up. */
  isUnanswered?: boolean
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BANGKOK_AHEAD_MS = 7 * HOUR_MS
const DAYS = 14

/** How busy each hour of the day is in Bangkok, from midnight. */
const BUSYNESS = [3, 2, 1, 1, 1, 1, 2, 3, 5, 7, 9, 9, 8, 7, 7, 6, 6, 7, 8, 9, 10, 9, 7, 5]

/** How busy each day of the week is, from Sunday. */
const WEEKDAYS = [0.5, 1.15, 1, 1, 1.05, 1.1, 0.65]

/** On the last working day that is two days ago or more the website went down after lunch. */
const BAD = { fromHour: 13.5, hours: 3, least: 2, share: 0.11, strain: 9, unanswered: 0.2 }

export interface Counts {
  closed: number
  inCare: number
  unassigned: number
}

/** When tickets were opened: closed ones over the last 14 days, those in care in the last hours, the queue's in the last minutes. */
export function scheduleTickets(dice: Dice, now: Date, counts: Counts): Slot[] {
  const ofBadDay = Math.round(counts.closed * BAD.share)
  const closed = Array.from({ length: counts.closed }, (_, index) =>
    index < ofBadDay ? slotOfBadDay(dice, now) : usualSlot(dice, now),
  )
  const inCare = Array.from({ length: counts.inCare }, () => ({
    fate: 'in_care' as const,
    openedAt: new Date(now.getTime() - dice.between(25 * 60_000, 3 * HOUR_MS)),
    strain: 1,
  }))
  // From 20 s to 20 min, so that every colour of waiting stands in the queue.
  const steps = Math.max(1, counts.unassigned - 1)
  const unassigned = Array.from({ length: counts.unassigned }, (_, index) => {
    const waitMs = 20_000 + (index / steps) ** 1.5 * (20 * 60_000 - 20_000)
    return { fate: 'unassigned' as const, openedAt: new Date(now.getTime() - waitMs), strain: 1 }
  })
  return [...closed, ...inCare, ...unassigned].sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime())
}

function usualSlot(dice: Dice, now: Date): Slot {
  const openedAt = pastMoment(dice, now)
  return { fate: 'closed', openedAt, strain: strainAt(openedAt.getTime()) }
}

/** Fewer people work at night and at weekends, and in the evening most customers write. */
function strainAt(ms: number): number {
  const { hour, weekday } = inBangkok(ms)
  const ofDay = weekday === 0 || weekday === 6 ? 1.3 : 1
  return ofDay * (hour < 7 ? 2.2 : hour >= 19 && hour < 22 ? 1.5 : 1)
}

function inBangkok(ms: number): { hour: number; weekday: number } {
  const local = new Date(ms + BANGKOK_AHEAD_MS)
  return { hour: local.getUTCHours(), weekday: local.getUTCDay() }
}

function slotOfBadDay(dice: Dice, now: Date): Slot {
  const midnight = badDay(now)
  // Most at the beginning.
  const hour = BAD.fromHour + dice.next() ** 1.5 * BAD.hours
  const issue = dice.weighted([
    [ISSUE_TYPES.website, 70],
    [ISSUE_TYPES.slowReply, 18],
    [ISSUE_TYPES.deposit, 12],
  ])
  return {
    fate: 'closed',
    openedAt: new Date(Math.floor(midnight + hour * HOUR_MS)),
    strain: BAD.strain,
    issue,
    isUnanswered: dice.chance(BAD.unanswered),
  }
}

/** Its midnight in Bangkok. */
function badDay(now: Date): number {
  const today = Math.floor((now.getTime() + BANGKOK_AHEAD_MS) / DAY_MS) * DAY_MS - BANGKOK_AHEAD_MS
  for (let ago = BAD.least; ; ago += 1) {
    const midnight = today - ago * DAY_MS
    const { weekday } = inBangkok(midnight)
    if (weekday !== 0 && weekday !== 6) return midnight
  }
}

/** At least two hours ago, so that the conversation is over by now. */
function pastMoment(dice: Dice, now: Date): Date {
  const latest = now.getTime() - 2 * HOUR_MS
  const earliest = now.getTime() - DAYS * DAY_MS
  for (;;) {
    const at = dice.between(earliest, latest)
    const { hour, weekday } = inBangkok(at)
    if (dice.chance(((BUSYNESS[hour] ?? 1) / 10) * (WEEKDAYS[weekday] ?? 1))) return new Date(Math.floor(at))
  }
}
