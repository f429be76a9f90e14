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
  /** It waits for somebody else, a bank at midnight, and is not closed before. */
  closedFrom?: Date
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BANGKOK_AHEAD_MS = 7 * HOUR_MS
/** What the screens look at, and as long before that to compare it with. */
const DAYS = 14

/** How busy each hour of the day is in Bangkok, from midnight. */
const BUSYNESS = [3, 2, 1, 1, 1, 1, 2, 3, 5, 7, 9, 9, 8, 7, 7, 6, 6, 7, 8, 9, 10, 9, 7, 5]

/** How busy each day of the week is, from Sunday. */
const WEEKDAYS = [0.5, 1.15, 1, 1, 1.05, 1.1, 0.65]

/** On the last working day that is two days ago or more the website went down after lunch. */
const BAD = { fromHour: 13.5, hours: 3, least: 2, share: 0.11, strain: 9, unanswered: 0.2 }

/** Late in the evening most cases wait for what banks do around midnight: those are closed on the day after. */
const LATE = { fromHour: 22.5, share: 0.6, earliestMs: 40 * 60_000, latestMs: 100 * 60_000 }

export interface Counts {
  closed: number
  /** Closed in the days before those. */
  earlier: number
  inCare: number
  unassigned: number
}

/** When tickets were opened: closed ones over the last 14 days and the 14 before, those in care in the last hours, the queue's in the last minutes. */
export function scheduleTickets(dice: Dice, now: Date, counts: Counts): Slot[] {
  const ofBadDay = Math.round(counts.closed * BAD.share)
  const closed = Array.from({ length: counts.closed }, (_, index) =>
    index < ofBadDay ? slotOfBadDay(dice, now) : usualSlot(dice, now),
  )
  const earlier = Array.from({ length: counts.earlier }, () =>
    usualSlot(dice, now, { fromDay: 2 * DAYS, toDay: DAYS }),
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
  return [...earlier, ...closed, ...inCare, ...unassigned].sort(
    (a, b) => a.openedAt.getTime() - b.openedAt.getTime(),
  )
}

function usualSlot(dice: Dice, now: Date, days = { fromDay: DAYS, toDay: 0 }): Slot {
  const openedAt = pastMoment(dice, now, days)
  const slot: Slot = { fate: 'closed', openedAt, strain: strainAt(openedAt.getTime()) }
  const midnight = midnightOf(openedAt.getTime())
  const isLate = openedAt.getTime() >= midnight + LATE.fromHour * HOUR_MS && dice.chance(LATE.share)
  const closedFrom = Math.floor(midnight + DAY_MS + dice.between(LATE.earliestMs, LATE.latestMs))
  return isLate && closedFrom < now.getTime() - HOUR_MS ? { ...slot, closedFrom: new Date(closedFrom) } : slot
}

/** Of its day in Bangkok. */
const midnightOf = (ms: number) => Math.floor((ms + BANGKOK_AHEAD_MS) / DAY_MS) * DAY_MS - BANGKOK_AHEAD_MS

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
  const today = midnightOf(now.getTime())
  for (let ago = BAD.least; ; ago += 1) {
    const midnight = today - ago * DAY_MS
    const { weekday } = inBangkok(midnight)
    if (weekday !== 0 && weekday !== 6) return midnight
  }
}

/** At least two hours ago, so that the conversation is over by now. */
function pastMoment(dice: Dice, now: Date, { fromDay, toDay }: { fromDay: number; toDay: number }): Date {
  const latest = now.getTime() - Math.max(2 * HOUR_MS, toDay * DAY_MS)
  const earliest = now.getTime() - fromDay * DAY_MS
  for (;;) {
    const at = dice.between(earliest, latest)
    const { hour, weekday } = inBangkok(at)
    if (dice.chance(((BUSYNESS[hour] ?? 1) / 10) * (WEEKDAYS[weekday] ?? 1))) return new Date(Math.floor(at))
  }
}
