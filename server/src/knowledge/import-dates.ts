import { safeNfkc } from 'shared/contract/safe-normalize.ts'

const DAY_MS = 86_400_000
const MAX_LENGTH = 100
/** Long runs of separators, which are shortened to one blank to avoid quadratic time in the date patterns. */
const LONG_SEPARATORS = /[-/., ]{5,}/g
const BUDDHIST = 543
const FIRST_BUDDHIST = 2_400
const FIRST_YEAR = 1_900
/** UTC offset of Bangkok all year. The dates of spreadsheets are read in Bangkok time. */
const BANGKOK = '+07:00'
/** Day 0 of Excel's date numbers. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
/** Range of Excel's date numbers that are read as dates: 1982 to 2064. */
const EXCEL_DAYS = [30_000, 60_000] as const

const MONTHS: readonly RegExp[] = [
  ['มค', 'มกรา', 'jan'],
  ['กพ', 'กุมภา', 'feb'],
  ['มีค', 'มีนา', 'mar'],
  ['เมย', 'เมษา', 'apr'],
  ['พค', 'พฤษภา', 'may'],
  ['มิย', 'มิถุนา', 'jun'],
  ['กค', 'กรกฎา', 'jul'],
  ['สค', 'สิงหา', 'aug'],
  ['กย', 'กันยา', 'sep'],
  ['ตค', 'ตุลา', 'oct'],
  ['พย', 'พฤศจิกา', 'nov'],
  ['ธค', 'ธันวา', 'dec'],
].map(
  ([short, long, english]) => new RegExp(`^(?:${short}|${long}(?:คม|ยน|พันธ์?)?ฯ?|${english}[a-z]{0,6})$`, 'i'),
)

/** Space between the parts of an abbreviation, such as "ธ. ค." and "พ. ศ." */
const SPACED_DOTS = /(?<=[\d ](?:[ก-ฮ]|มิ|มี|เม))\. (?=[ก-ฮ]\.)/g

const NAME = String.raw`(?<name>[ก-ฮะ-์][ก-ฮะ-์.]*|[a-z]{3,9}\.?)`
const ERA = String.raw`(?:ปี ?)?(?:(?<era>พ\.? ?ศ\.?|ค\.? ?ศ\.?|พุทธศักราช|คริสต์?ศักราช|b\.?e\.?|a\.?d\.?) ?)?`
const SEP = '[-/., ]+'
const TIME = String.raw`(?:(?:[T ,]|เวลา)+(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:\.\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?น\.?)?(?: ?(?:GMT|UTC))?(?<zone> ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?`
const shape = (pattern: string) => new RegExp(`^${pattern}${TIME}$`, 'i')
const SHAPES = [
  shape(String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`),
  shape(String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})`),
  shape(String.raw`(?<first>\d{1,2})${SEP}(?<second_>\d{1,2})${SEP}${ERA}(?<year>\d{4}|'?\d{2})`),
  shape(String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ]*${NAME}[-/., ]*${ERA}(?<year>\d{4}|'?\d{2})`),
  shape(String.raw`${NAME}[-/., ]*(?<day>\d{1,2})(?:st|nd|rd|th)?${SEP}${ERA}(?<year>\d{4}|'?\d{2})`),
]
/** Words before a date that are ignored: "from", "until", a weekday, "on". */
const WORDS_BEFORE_DATE =
  /^(?:(?:ตั้งแต่|เริ่มต้น|เริ่ม|จนถึง|ถึง|สิ้นสุด|หมดเขต|ภายใน|from|until|to|by|on)(?: ?(?=[ก-ฮะ-์\d])| ))?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:จ|อ|พ|พฤ|ศ|ส|อา)\.(?= ?\d)|(?:วัน)?(?:จันทร์|อังคาร|พุธ|พฤหัสบดี|พฤหัส|ศุกร์|เสาร์|อาทิตย์)?(?:ที่)?)[ ,]*(?=\S)/i

export interface ReadDate {
  at: Date
  /** True when the order of day and month, the century or the era was guessed. */
  isUnsure: boolean
}

export interface DateReading {
  /** A date without a time means the first or the last moment of the day. */
  moment: 'first' | 'last'
  /** True when dates are written like 12/31/2026, as in American spreadsheets. */
  isMonthFirst: boolean
  /** Current time; a two-digit year is read as the year nearest to this time. */
  now: Date
}

/** Days begin and end in Bangkok. Returns undefined when the cell is not a date. */
export function readDate(cell: string, { moment, isMonthFirst, now }: DateReading): ReadDate | undefined {
  const written = normalizeCell(cell)
  const excel = excelDate(written, moment)
  if (excel !== undefined) return excel
  const parts = partsOf(written)
  if (parts === undefined) return undefined
  const { first, second_: other, name, era, hour, minute = '0', second = '0', half, zone } = parts
  const isSwapped = first !== undefined && (isMonthFirst || Number(other) > 12) && Number(first) <= 12
  const day = Number(first === undefined ? parts.day : isSwapped ? other : first)
  const month =
    name === undefined ? Number(first === undefined ? parts.month : isSwapped ? first : other) : monthOf(name)
  const year = yearOf(parts.year ?? '', era, now)
  const date = `${year.full}-${pad(month)}-${pad(day)}`
  // Rejects invalid calendar days, such as 31 June.
  const midnight = new Date(`${date}T00:00:00Z`)
  if (
    year.full < FIRST_YEAR ||
    Number.isNaN(midnight.getTime()) ||
    midnight.toISOString().slice(0, 10) !== date
  )
    return undefined
  const isUnsure =
    year.isGuessed || (first !== undefined && Number(first) <= 12 && Number(other) <= 12 && first !== other)
  if (hour === undefined) return { at: dayMoment(date, moment), isUnsure }
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const at = new Date(
    `${date}T${[hours, Number(minute), Number(second)].map(pad).join(':')}${zone === undefined ? BANGKOK : zone.trim().replace(/^([+-]\d{2})$/, '$1:00')}`,
  )
  return Number.isNaN(at.getTime()) ? undefined : { at, isUnsure }
}

/** Returns true when at least one date is valid only with the month first, and none only with the day first. */
export function isMonthFirst(cells: readonly string[]): boolean {
  const pairs = cells.flatMap((cell) => {
    const { first, second_: other } = partsOf(normalizeCell(cell)) ?? {}
    return first === undefined ? [] : [[Number(first), Number(other)] as const]
  })
  return pairs.some(([, other]) => other > 12) && pairs.every(([first]) => first <= 12)
}

function normalizeCell(cell: string): string {
  const plain = safeNfkc(cell.slice(0, MAX_LENGTH)).replace(/[๐-๙]/g, (digit) =>
    String(digit.charCodeAt(0) - 0x0e50),
  )
  return plain
    .replace(/\s+/g, ' ')
    .replace(LONG_SEPARATORS, ' ')
    .replace(SPACED_DOTS, '.')
    .replace('เดือน', '')
    .trim()
    .replace(WORDS_BEFORE_DATE, '')
}

function partsOf(written: string): Record<string, string | undefined> | undefined {
  for (const each of SHAPES) {
    const groups = each.exec(written)?.groups
    if (groups !== undefined) return groups
  }
  return undefined
}

function monthOf(name: string): number {
  const plain = name.replaceAll('.', '')
  return MONTHS.findIndex((month) => month.test(plain)) + 1
}

function yearOf(written: string, era: string | undefined, now: Date): { full: number; isGuessed: boolean } {
  const given = Number(written.replace("'", ''))
  const isBuddhist = era !== undefined && /^(?:พ|b)/i.test(era)
  if (written.length === 4)
    return { full: isBuddhist || given >= FIRST_BUDDHIST ? given - BUDDHIST : given, isGuessed: false }
  const buddhist = 2_500 + given - BUDDHIST
  if (era !== undefined) return { full: isBuddhist ? buddhist : 2_000 + given, isGuessed: false }
  const present = now.getUTCFullYear()
  const [nearest = buddhist] = [buddhist, 2_000 + given].toSorted(
    (a, b) => Math.abs(a - present) - Math.abs(b - present),
  )
  return { full: nearest, isGuessed: true }
}

/** Reads the day number of a date that lost its cell format in Excel. */
function excelDate(written: string, moment: DateReading['moment']): ReadDate | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(written)) return undefined
  const days = Number(written)
  if (days < EXCEL_DAYS[0] || days > EXCEL_DAYS[1]) return undefined
  const local = new Date(Math.round(EXCEL_EPOCH + days * DAY_MS)).toISOString().slice(0, 23)
  const at = Number.isInteger(days) ? dayMoment(local.slice(0, 10), moment) : new Date(`${local}${BANGKOK}`)
  return { at, isUnsure: true }
}

function dayMoment(date: string, moment: DateReading['moment']): Date {
  return new Date(`${date}T${moment === 'first' ? '00:00:00.000' : '23:59:59.999'}${BANGKOK}`)
}

const pad = (part: number) => String(part).padStart(2, '0')
