import type { Dice } from './dice.ts'

/** What becomes of a ticket until now. */
export type Fate = 'closed' | 'in_care' | 'unassigned'

export interface Slot {
  fate: Fate
  openedAt: Date
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BANGKOK_AHEAD_MS = 7 * HOUR_MS
const DAYS = 14

/** How busy each hour of the day is in Bangkok, from midnight. */
const BUSYNESS = [3, 2, 1, 1, 1, 1, 2, 3, 5, 7, 9, 9, 8, 7, 7, 6, 6, 7, 8, 9, 10, 9, 7, 5]

export interface Counts {
  closed: number
  inCare: number
  unassigned: number
}

/** When tickets were opened: closed ones over the last 14 days, those in care in the last hours, the queue's in the last minutes. */
export function scheduleTickets(dice: Dice, now: Date, counts: Counts): Slot[] {
  const closed = Array.from({ length: counts.closed }, () => ({
    fate: 'closed' as const,
    openedAt: pastMoment(dice, now),
  }))
  const inCare = Array.from({ length: counts.inCare }, () => ({
    fate: 'in_care' as const,
    openedAt: new Date(now.getTime() - dice.between(25 * 60_000, 3 * HOUR_MS)),
  }))
  // From 20 s to 20 min, so that every colour of waiting stands in the queue.
  const steps = Math.max(1, counts.unassigned - 1)
  const unassigned = Array.from({ length: counts.unassigned }, (_, index) => {
    const waitMs = 20_000 + (index / steps) ** 1.5 * (20 * 60_000 - 20_000)
    return { fate: 'unassigned' as const, openedAt: new Date(now.getTime() - waitMs) }
  })
  return [...closed, ...inCare, ...unassigned].sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime())
}

/** At least two hours ago, so that the conversation is over by now. */
function pastMoment(dice: Dice, now: Date): Date {
  const latest = now.getTime() - 2 * HOUR_MS
  const earliest = now.getTime() - DAYS * DAY_MS
  for (;;) {
    const at = dice.between(earliest, latest)
    const hour = Math.floor(((at + BANGKOK_AHEAD_MS) % DAY_MS) / HOUR_MS)
    if (dice.chance((BUSYNESS[hour] ?? 1) / 10)) return new Date(Math.floor(at))
  }
}
