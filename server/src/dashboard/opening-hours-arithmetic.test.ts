import fc from 'fast-check'
import {
  type OpenDay,
  overlapsNextDay,
  setOpeningHours,
} from 'shared/contract/dashboard/opening-hours.call.ts'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { writeOpeningHours, writeSpecialDays } from './opening-hours.store.ts'
import { projectTickets } from './ticket-metrics.store.ts'

const desk = useTestDesk()
const MINUTE = 60_000
const DAY = 1_440
/** Midnight in Bangkok at the start of a Thursday. */
const BEGIN = Date.parse('2026-01-01T00:00:00+07:00')
const FIRST_WEEKDAY = 4
const CASES = 40

let staffId: string

beforeAll(async () => {
  staffId = (await desk.signInAs()).staffId
})

/** Generates valid weekly hours, including shifts past midnight until the next day's opening. */
const week: fc.Arbitrary<OpenDay[]> = fc
  .array(
    fc.record({
      isOpen: fc.boolean(),
      opensAt: fc.integer({ min: 0, max: DAY - 1 }),
      length: fc.integer({ min: 1, max: DAY }),
    }),
    { minLength: 7, maxLength: 7 },
  )
  .map((days) =>
    days.flatMap(({ isOpen, opensAt, length }, weekday) => {
      const next = days[(weekday + 1) % 7]
      const latest = next?.isOpen ? DAY + next.opensAt : 2 * DAY - 1
      const closes_at = Math.min(opensAt + length, latest)
      return isOpen && closes_at > opensAt ? [{ weekday, opens_at: opensAt, closes_at }] : []
    }),
  )
  .filter((days) => days.length > 0)

/** Generates the minutes from the start of the calendar until a ticket is opened and until it is accepted. */
const stretch = fc
  .tuple(fc.integer({ min: 0, max: 21 * DAY }), fc.integer({ min: 0, max: 9 * DAY }))
  .map(([from, length]) => ({ from, to: from + length }))

interface Hours {
  opens_at: number
  closes_at: number
}

/** Random opening hours: weekly hours, later versions by their first day, and special days (null when closed). */
interface Calendar {
  weeks: readonly [OpenDay[], OpenDay[]]
  border: number
  special: ReadonlyMap<number, Hours | null>
}

const calendar: fc.Arbitrary<Calendar> = fc.record({
  weeks: fc.tuple(week, week),
  border: fc.integer({ min: 0, max: 30 }),
  special: fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 30 }),
        fc.option(
          fc
            .tuple(fc.integer({ min: 0, max: DAY - 1 }), fc.integer({ min: 1, max: DAY }))
            .map(([opens_at, length]) => ({ opens_at, closes_at: opens_at + length })),
        ),
      ),
      { maxLength: 5 },
    )
    .map((days) => new Map(days)),
})

function hoursOf(day: number, { weeks, border, special }: Calendar): Hours | null {
  const own = special.get(day)
  if (own !== undefined) return own
  const weekday = (FIRST_WEEKDAY + day + 70) % 7
  return weeks[day < border ? 0 : 1].find((each) => each.weekday === weekday) ?? null
}

/** Returns the minute in which a day's shift ends: its closing time or, if earlier, the next day's opening. */
const endOf = (day: number, hours: Hours, of: Calendar) =>
  Math.min(hours.closes_at, DAY + (hoursOf(day + 1, of)?.opens_at ?? DAY))

/** Returns true when the channel is open in this minute, in a shift of this day or of the day before. */
function isOpenIn(minute: number, of: Calendar): boolean {
  const [day, ofDay] = [Math.floor(minute / DAY), minute % DAY]
  const [today, yesterday] = [hoursOf(day, of), hoursOf(day - 1, of)]
  return (
    (today !== null && today.opens_at <= ofDay && ofDay < endOf(day, today, of)) ||
    (yesterday !== null && ofDay + DAY < endOf(day - 1, yesterday, of))
  )
}

const dayAt = (day: number) => new Date(BEGIN + (day + 0.5) * DAY * MINUTE).toISOString().slice(0, 10)

test('open time is the sum of open minutes, even past midnight, after a change of hours, and on special days', async () => {
  await fc.assert(
    fc.asyncProperty(
      calendar,
      fc.array(stretch, { minLength: CASES, maxLength: CASES }),
      async (valid, stretches) => {
        for (const days of valid.weeks) {
          expect(setOpeningHours.body.parse({ days })).toEqual({ days })
          expect(days.some((day) => overlapsNextDay(day, days))).toBe(false)
        }
        await desk.query('delete from channel_hours')
        await inTransaction(desk.context.db, async (tx) => {
          const [before, after] = valid.weeks
          await writeOpeningHours(tx, 'main', { days: before, valid_from: '2000-01-01' })
          await writeOpeningHours(tx, 'main', { days: after, valid_from: dayAt(valid.border) })
          const special = [...valid.special].map(([day, hours]) => ({
            day: dayAt(day),
            name: 'วันพิเศษ',
            opens_at: hours?.opens_at ?? null,
            closes_at: hours?.closes_at ?? null,
          }))
          await writeSpecialDays(tx, 'main', special)
        })
        const at = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()
        const received = stretches.map(({ from, to }, place) => ({ place, opened: at(from), taken: at(to) }))
        const stored = await desk.query<{ place: number; id: string }>(
          `with told as (
           select *, gen_random_uuid() as customer, gen_random_uuid() as ticket
           from json_to_recordset($1::json) as told (place int, opened timestamptz, taken timestamptz)),
         people as (
           insert into customers (id, channel_key, line_user_id) select customer, 'main', customer::text from told),
         cases as (
           insert into tickets (id, channel_key, customer_id, subject, opened_at, last_activity_at)
           select ticket, 'main', customer, 'อื่นๆ', opened, taken from told),
         taken as (
           insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
           select ticket, 'main', 'accepted', $2, taken from told)
         select place, ticket as id from told`,
          [JSON.stringify(received), staffId],
        )
        while ((await projectTickets(desk.context.db, CASES)) !== 0);
        const counted = await desk.query<{ id: string; minutes: number }>(
          `select ticket_id as id, open_ms::float8 / ${MINUTE} as minutes from case_figures
           where kind = 'handled' and ticket_id = any($1::uuid[])`,
          [stored.map(({ id }) => id)],
        )
        const minutesOf = new Map(counted.map(({ id, minutes }) => [id, minutes]))
        for (const { place, id } of stored) {
          const { from, to } = stretches[place] ?? { from: 0, to: 0 }
          let open = 0
          for (let minute = from; minute < to; minute += 1) if (isOpenIn(minute, valid)) open += 1
          expect(
            minutesOf.get(id),
            JSON.stringify({ ...valid, special: [...valid.special], from: at(from), to: at(to) }),
          ).toBe(open)
        }
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})
