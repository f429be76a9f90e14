/** From and until when a text of an import holds; null: without that bound. */
export interface ImportPeriod {
  from: Date | null
  until: Date | null
}

/** What a row of an import says of it; undefined: nothing, so that what is held stays. */
export interface GivenPeriod {
  from: Date | null | undefined
  until: Date | null | undefined
}

/** Years of the Buddhist era are this much higher; none of the other is so high. */
const BUDDHIST = 543
const FIRST_BUDDHIST = 2_400
/** What spreadsheets write without a zone; all year. */
const BANGKOK = '+07:00'
const MONTHS = [
  ['ม.ค.', 'มกราคม'],
  ['ก.พ.', 'กุมภาพันธ์'],
  ['มี.ค.', 'มีนาคม'],
  ['เม.ย.', 'เมษายน'],
  ['พ.ค.', 'พฤษภาคม'],
  ['มิ.ย.', 'มิถุนายน'],
  ['ก.ค.', 'กรกฎาคม'],
  ['ส.ค.', 'สิงหาคม'],
  ['ก.ย.', 'กันยายน'],
  ['ต.ค.', 'ตุลาคม'],
  ['พ.ย.', 'พฤศจิกายน'],
  ['ธ.ค.', 'ธันวาคม'],
] as const
const TIME = String.raw`(?:[T ,]+(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?: ?น\.)?(?<zone> ?(?:Z|[+-]\d{2}:?\d{2}))?)?`
const SHAPES = [
  new RegExp(`^(?<year>\\d{4})[-/](?<month>\\d{1,2})[-/](?<day>\\d{1,2})${TIME}$`),
  new RegExp(`^(?<day>\\d{1,2})[-/.](?<month>\\d{1,2})[-/.](?<year>\\d{4})${TIME}$`),
  new RegExp(`^(?<day>\\d{1,2}) (?<name>[ก-๛.]+) (?<year>\\d{4})${TIME}$`),
]

/** Of cells in which something stands, undefined: the file has no such column. null: they say nothing. Days begin and end in Bangkok. */
export function readPeriod(
  from: readonly string[] | undefined,
  until: readonly string[] | undefined,
): GivenPeriod | 'bad_date' | 'bad_period' | null {
  const begins = (from ?? []).map((cell) => readMoment(cell, 'first'))
  const ends = (until ?? []).map((cell) => readMoment(cell, 'last'))
  if (begins.length > 1 || ends.length > 1 || [...begins, ...ends].includes(undefined)) return 'bad_date'
  if (begins.length + ends.length === 0) return null
  const period = { from: begins[0] ?? null, until: ends[0] ?? null }
  if (isBackwards(period)) return 'bad_period'
  return { from: from && period.from, until: until && period.until }
}

/** It would end before it begins. */
export function isBackwards({ from, until }: ImportPeriod): boolean {
  return from !== null && until !== null && from >= until
}

/** Whole, with what is held where nothing is said. */
export function fillPeriod(given: GivenPeriod | null, held: ImportPeriod): ImportPeriod {
  const { from = held.from, until = held.until } = given ?? held
  return { from, until }
}

/** A day as people and spreadsheets write it, its first or its last moment; with a time that one. Undefined: it is none. */
function readMoment(cell: string, moment: 'first' | 'last'): Date | undefined {
  const written = cell.trim().replace(/\s+/g, ' ')
  const parts = SHAPES.map((shape) => shape.exec(written)?.groups).find((groups) => groups !== undefined)
  if (parts === undefined) return undefined
  const { year = '', month, name, day = '', hour, minute, second = '0', zone } = parts
  const monthNo =
    name === undefined ? Number(month) : MONTHS.findIndex((names) => names.some((each) => each === name)) + 1
  const given = Number(year)
  const full = given >= FIRST_BUDDHIST ? given - BUDDHIST : given
  const date = `${full}-${String(monthNo).padStart(2, '0')}-${day.padStart(2, '0')}`
  // What is no day of the calendar, as 31 June, becomes another one, or none.
  const midnight = new Date(`${date}T00:00:00Z`)
  if (full < 1_900 || Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date)
    return undefined
  if (hour === undefined)
    return new Date(`${date}T${moment === 'first' ? '00:00:00.000' : '23:59:59.999'}${BANGKOK}`)
  const clock = [hour, minute ?? '0', second].map((part) => part.padStart(2, '0')).join(':')
  const at = new Date(`${date}T${clock}${zone?.trim() ?? BANGKOK}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
