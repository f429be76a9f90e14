import type { ImportDate } from 'shared/contract/knowledge/import-entries.call.ts'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import { type DateReading, readDate } from './import-dates.ts'

const MAX_PERIOD_LENGTH = 40

/** Validity period of a row; a null bound means no limit. */
export interface ImportPeriod {
  from: Date | null
  until: Date | null
}

/** Validity period that a row sets. An undefined bound is not set: the entry keeps its current one. */
export interface RowPeriod {
  from: Date | null | undefined
  until: Date | null | undefined
}

export interface PeriodReading {
  period: RowPeriod | null
  refused: 'bad_date' | 'bad_period' | null
  dates: ImportDate[]
}

const NO_BOUND =
  /^(?:[-–—.]{1,3}|ไม่มี(?:กำหนด|วันหมดอายุ|วันสิ้นสุด)?|ไม่(?:จำกัด|ระบุ|กำหนด)(?:เวลา|ระยะเวลา|วัน)?|ตลอด(?:ไป|กาล)?|n\/?a|none|never|unlimited|no (?:limit|end|expiry))$/i

/** `from` or `until` is undefined when the file has no column for it. */
export function readPeriod(
  from: readonly string[] | undefined,
  until: readonly string[] | undefined,
  how: Pick<DateReading, 'isMonthFirst' | 'now'>,
): PeriodReading {
  const read = (cells: readonly string[] = [], moment: DateReading['moment']) =>
    cells
      .filter((written) => !NO_BOUND.test(written))
      .map((written) => ({ written, date: readDate(written, { ...how, moment }) }))
  const [begins, ends] = [read(from, 'first'), read(until, 'last')]
  const dates = [...begins, ...ends].flatMap(({ written, date }) =>
    date !== undefined && !date.isUnsure
      ? []
      : [{ written: written.slice(0, MAX_PERIOD_LENGTH), read: date?.at.toISOString() ?? null }],
  )
  if (begins.length > 1 || ends.length > 1 || dates.some(({ read }) => read === null))
    return { period: null, refused: 'bad_date', dates }
  if (begins.length + ends.length === 0) return { period: null, refused: null, dates }
  const period = { from: begins[0]?.date?.at ?? null, until: ends[0]?.date?.at ?? null }
  if (isBackwards(period)) return { period: null, refused: 'bad_period', dates }
  return { period: { from: from && period.from, until: until && period.until }, refused: null, dates }
}

export function isBackwards({ from, until }: ImportPeriod): boolean {
  return from !== null && until !== null && from >= until
}

export function fillPeriod(given: RowPeriod | null, existing: ImportPeriod): ImportPeriod {
  const { from = existing.from, until = existing.until } = given ?? existing
  return { from, until }
}

export function validityOf({ from, until }: ImportPeriod): Validity {
  return { valid_from: from?.toISOString() ?? null, valid_until: until?.toISOString() ?? null }
}
