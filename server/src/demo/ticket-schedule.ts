import { ISSUE_TYPES, type IssueType } from 'shared/contract/constants.ts'
import type { SeededRandom } from './seeded-random.ts'

type Fate = 'closed' | 'in_care' | 'unassigned'

export interface Slot {
  fate: Fate
  openedAt: Date
  /** Factor by which the team's replies are slower than usual. */
  strain: number
  /** Issue type of the ticket; undefined for any. */
  issue?: IssueType
  /** True when the ticket is closed without a reply, long after the customer gave up. */
  isUnanswered?: boolean
  /** Earliest close time of a ticket that waits for a third party such as a bank. */
  closedFrom?: Date
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BANGKOK_AHEAD_MS = 7 * HOUR_MS
/** Length of the dashboard's period in days. The demo also has tickets in the preceding comparison period. */
const DAYS = 14

/** Relative ticket volume per hour in Bangkok, from midnight. */
const BUSYNESS = [3, 2, 1, 1, 1, 1, 2, 3, 5, 7, 9, 9, 8, 7, 7, 6, 6, 7, 8, 9, 10, 9, 7, 5]

/** Relative ticket volume per weekday, from Sunday. */
const WEEKDAYS = [0.5, 1.15, 1, 1, 1.05, 1.1, 0.65]

/** A website outage after lunch, on the latest working day that is at least two days ago. */
const OUTAGE = { fromHour: 13.5, hours: 3, least: 2, share: 0.11, strain: 9, unanswered: 0.2 }

/** Late-evening tickets: most wait for the bank's processing around midnight and are closed on the next day. */
const LATE_EVENING = { fromHour: 22.5, share: 0.6, earliestMs: 40 * 60_000, latestMs: 100 * 60_000 }

export interface Counts {
  closed: number
  /** Number of tickets closed in the comparison period. */
  earlier: number
  assigned: number
  unassigned: number
}

/** Spreads closed tickets over 28 days, assigned tickets over the last hours, unassigned over the last minutes. */
export function scheduleTickets(random: SeededRandom, now: Date, counts: Counts): Slot[] {
  const outageCount = Math.round(counts.closed * OUTAGE.share)
  const closed = Array.from({ length: counts.closed }, (_, index) =>
    index < outageCount ? outageSlot(random, now) : usualSlot(random, now),
  )
  const earlier = Array.from({ length: counts.earlier }, () =>
    usualSlot(random, now, { fromDay: 2 * DAYS, toDay: DAYS }),
  )
  const assigned = Array.from({ length: counts.assigned }, () => ({
    fate: 'in_care' as const,
    openedAt: new Date(now.getTime() - random.between(25 * 60_000, 3 * HOUR_MS)),
    strain: 1,
  }))
  // Spreads waiting times from 20 s to 20 min, so that the queue shows every waiting time color.
  const steps = Math.max(1, counts.unassigned - 1)
  const unassigned = Array.from({ length: counts.unassigned }, (_, index) => {
    const waitMs = 20_000 + (index / steps) ** 1.5 * (20 * 60_000 - 20_000)
    return { fate: 'unassigned' as const, openedAt: new Date(now.getTime() - waitMs), strain: 1 }
  })
  return [...earlier, ...closed, ...assigned, ...unassigned].sort(
    (a, b) => a.openedAt.getTime() - b.openedAt.getTime(),
  )
}

function usualSlot(random: SeededRandom, now: Date, days = { fromDay: DAYS, toDay: 0 }): Slot {
  const openedAt = pastMoment(random, now, days)
  const slot: Slot = { fate: 'closed', openedAt, strain: strainAt(openedAt.getTime()) }
  const midnight = midnightOf(openedAt.getTime())
  const isLate =
    openedAt.getTime() >= midnight + LATE_EVENING.fromHour * HOUR_MS && random.chance(LATE_EVENING.share)
  const closedFrom = Math.floor(
    midnight + DAY_MS + random.between(LATE_EVENING.earliestMs, LATE_EVENING.latestMs),
  )
  return isLate && closedFrom < now.getTime() - HOUR_MS ? { ...slot, closedFrom: new Date(closedFrom) } : slot
}

const midnightOf = (ms: number) => Math.floor((ms + BANGKOK_AHEAD_MS) / DAY_MS) * DAY_MS - BANGKOK_AHEAD_MS

/** Returns how much slower replies are at this time: at night, at weekends and in the busy evening. */
function strainAt(ms: number): number {
  const { hour, weekday } = inBangkok(ms)
  const ofDay = weekday === 0 || weekday === 6 ? 1.3 : 1
  return ofDay * (hour < 7 ? 2.2 : hour >= 19 && hour < 22 ? 1.5 : 1)
}

function inBangkok(ms: number): { hour: number; weekday: number } {
  const local = new Date(ms + BANGKOK_AHEAD_MS)
  return { hour: local.getUTCHours(), weekday: local.getUTCDay() }
}

function outageSlot(random: SeededRandom, now: Date): Slot {
  const midnight = badDay(now)
  const hour = OUTAGE.fromHour + random.next() ** 1.5 * OUTAGE.hours
  const issue = random.weighted([
    [ISSUE_TYPES.website, 70],
    [ISSUE_TYPES.slowReply, 18],
    [ISSUE_TYPES.deposit, 12],
  ])
  return {
    fate: 'closed',
    openedAt: new Date(Math.floor(midnight + hour * HOUR_MS)),
    strain: OUTAGE.strain,
    issue,
    isUnanswered: random.chance(OUTAGE.unanswered),
  }
}

function badDay(now: Date): number {
  const today = midnightOf(now.getTime())
  for (let ago = OUTAGE.least; ; ago += 1) {
    const midnight = today - ago * DAY_MS
    const { weekday } = inBangkok(midnight)
    if (weekday !== 0 && weekday !== 6) return midnight
  }
}

/** Returns a time at least two hours ago, so that the conversation has ended by now. */
function pastMoment(
  random: SeededRandom,
  now: Date,
  { fromDay, toDay }: { fromDay: number; toDay: number },
): Date {
  const latest = now.getTime() - Math.max(2 * HOUR_MS, toDay * DAY_MS)
  const earliest = now.getTime() - fromDay * DAY_MS
  for (;;) {
    const at = random.between(earliest, latest)
    const { hour, weekday } = inBangkok(at)
    if (random.chance(((BUSYNESS[hour] ?? 1) / 10) * (WEEKDAYS[weekday] ?? 1)))
      return new Date(Math.floor(at))
  }
}
