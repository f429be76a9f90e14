import { IMPORT_HEADINGS_MAX } from 'shared/contract/constants.ts'
import { UNUSED_COLUMNS_MAX } from 'shared/contract/knowledge/import-entries.call.ts'

const MAX_HEADING = 80
/** Maximum number of rows above the headings: reports have titles, notes and dates there. */
const TITLE_ROWS = 10
/** Maximum number of parts into which a heading is split, for example at the bracket before a translation. */
const HEADING_PARTS = 8
/** Running number of a row, also in Thai digits: 1, 2., ๓), 1.2, ข้อ 4, Q5 */
const NUMBER = /^(?:ข้อ(?:ที่)?|ลำดับ(?:ที่)?|no\.?|q)?\s?[(#]?[\d๐-๙]{1,6}(?:\.[\d๐-๙]{1,3}){0,2}[.)]?$/i
const NUMBER_HEADING = /^(?:|ลำดับ(?:ที่)?|ที่|ข้อ(?:ที่)?|เลขที่|รหัส|no\.?|number|id|#)$/i

export type Kind = 'general' | 'promotion'
type Column = 'question' | 'answer' | 'name' | 'text' | 'image' | 'from' | 'until' | 'other'

const HEADINGS: Readonly<Record<Kind, readonly [Column, RegExp][]>> = {
  general: [
    ['question', /^(?:คำถาม(?:ที่พบบ่อย|ของลูกค้า|ลูกค้า)?|ถาม|questions?|q|faqs?)[\s_\d]*$/i],
    ['answer', /^(?:คำตอบ|ตอบ|answers?|a)$/i],
  ],
  promotion: [
    ['name', /^(?:ชื่อ|ชื่อโปรโมชั่น|ชื่อโปรโมชัน|โปรโมชั่น|โปรโมชัน|name|promotion|title)$/i],
    ['text', /^(?:รายละเอียด|ข้อความ|ข้อความโปรโมชั่น|เนื้อหา|text|content|details?|description)$/i],
    ['image', /^(?:รูป|รูปภาพ|ลิงก์รูป|ลิงก์รูปภาพ|image|image[\s_]?url|picture)$/i],
    [
      'from',
      /^(?:(?:วัน)?(?:ที่)?(?:เริ่ม|เริ่มต้น)(?:วันที่|ใช้(?:งาน|ได้)?)?|ตั้งแต่(?:วันที่)?|(?:valid[\s_]?)?from|starts?|(?:start|begin)[\s_]?(?:date|s)|starts?[\s_]?(?:at|on))$/i,
    ],
    [
      'until',
      /^(?:(?:วัน)?(?:ที่)?(?:สิ้นสุด|หมดอายุ|หมดเขต)(?:วันที่)?|(?:ใช้(?:ได้)?)?ถึง(?:วันที่)?|(?:valid[\s_]?)?(?:until|till|to)|ends?|(?:end|expiry|expiration)[\s_]?date|expires?|ends?[\s_]?(?:at|on))$/i,
    ],
  ],
}
/** Patterns of longer headings, for columns that are not found by `HEADINGS`. */
const LONGER_HEADINGS: Readonly<Record<Kind, readonly [Column, RegExp][]>> = {
  general: [
    ['question', /^(?:หัวข้อ|ประเด็น|ข้อ|ตัวอย่าง)?คำถาม[^::?]{0,20}$/],
    ['answer', /^(?:คำตอบ|(?:แนวทาง|แนว|วิธี|ข้อความ)(?:การ|ใน|ที่)?(?:ใช้)?ตอบ)[^::?]{0,20}$/],
  ],
  promotion: [
    ['name', /^(?:(?:ชื่อ|หัวข้อ)?(?:โปร|แคมเปญ)[^::?]{0,20}|หัวข้อ)$/],
    ['text', /^(?:รายละเอียด|เนื้อหา|ข้อความ|เงื่อนไข)[^::?]{0,20}$/],
    ['image', /^(?:ลิงก์|ลิงค์|url|link)?\s?(?:รูป|ภาพ)[^::?]{0,20}$/i],
    ['from', /^(?:วัน)?(?:ที่)?เริ่ม(?!.*(?:[-–]|ถึง|สิ้นสุด))[^::?]{0,20}$/],
    ['until', /^(?:วัน)?(?:ที่)?(?:สิ้นสุด|หมด|จบ)[^::?]{0,20}$/],
  ],
}
/** Characters that are ignored in headings: invisible ones, and spaces between Thai letters. */
const IGNORED_IN_HEADINGS = /[\u200b-\u200d\u2060\ufeff\u00ad]|(?<=[ก-๙])\s+(?=[ก-๙])/g
/** Two-character encoding of U+0E33 that some programs write. */
const TWO_PART_AM = /\u0e4d\u0e32/g
const DEFAULT_COLUMNS: Readonly<Record<Kind, readonly Column[]>> = {
  general: ['question', 'answer'],
  promotion: ['name', 'text', 'image'],
}

export interface FilledRow {
  cells: readonly string[]
  /** Row number, from 1 as spreadsheets show it. */
  row: number
}

export interface TableLayout {
  columns: readonly Column[]
  headings: readonly string[]
  body: readonly FilledRow[]
  /** Ignored rows: those above the headings, and repeated headings. */
  ignored: readonly FilledRow[]
  /** Cells of the first row when no known headings are found; null otherwise. */
  unknownHeadings: readonly string[] | null
}

/** Finds headings, even below titles. Without them, columns have the usual order after an optional running number. */
export function layoutOf(kind: Kind, filled: readonly FilledRow[], firstRowIsHeadings = false): TableLayout {
  const at = filled.slice(0, TITLE_ROWS).findIndex(({ cells }) => columnsOf(kind, cells) !== undefined)
  const found = filled[at]
  if (found === undefined) {
    const ignored = firstRowIsHeadings ? filled.slice(0, 1) : []
    const body = filled.slice(ignored.length)
    return {
      columns: bareColumns(kind, body),
      headings: ignored[0]?.cells ?? [],
      body,
      ignored,
      unknownHeadings: filled[0]?.cells ?? [],
    }
  }
  const body: FilledRow[] = []
  const ignored = filled.slice(0, at)
  for (const each of filled.slice(at + 1)) (hasSameCells(each.cells, found.cells) ? ignored : body).push(each)
  return {
    columns: columnsOf(kind, found.cells) ?? [],
    headings: found.cells,
    body,
    ignored,
    unknownHeadings: null,
  }
}

function hasSameCells(cells: readonly string[], others: readonly string[]): boolean {
  return cells.length === others.length && cells.every((cell, index) => cell === others[index])
}

export function hasLongHeadings({ headings }: TableLayout): boolean {
  const filled = headings.filter((heading) => heading !== '')
  const characters = filled.reduce((sum, heading) => sum + heading.length, 0)
  return filled.length > IMPORT_HEADINGS_MAX.cells || characters > IMPORT_HEADINGS_MAX.characters
}

export function areHeadings(kind: Kind, cells: readonly string[]): boolean {
  return columnsOf(kind, cells) !== undefined
}

function columnsOf(kind: Kind, cells: readonly string[]): Column[] | undefined {
  const written = cells.map((cell) =>
    cell.length > IMPORT_HEADINGS_MAX.characters
      ? ''
      : cell.replace(IGNORED_IN_HEADINGS, '').replace(TWO_PART_AM, 'ำ').trim(),
  )
  const exact = written.map((cell) => columnOf(kind, cell))
  const missing = LONGER_HEADINGS[kind].filter(([column]) => !exact.includes(column))
  const columns = exact.map((column, index) =>
    column === 'other' ? longerColumnOf(missing, written[index] ?? '') : column,
  )
  const [first, second] = DEFAULT_COLUMNS[kind]
  return columns.some((column) => column === first) && columns.some((column) => column === second)
    ? columns
    : undefined
}

/** Recognizes headings such as "คำถาม *", "คำถาม (Question)" and "Answer / คำตอบ". */
function columnOf(kind: Kind, cell: string): Column {
  const words = cell.split(/[()/|\n]/, HEADING_PARTS).map((part) => part.replace(/[*::]+/g, '').trim())
  for (const each of [cell, ...words]) {
    const column = HEADINGS[kind].find(([, heading]) => heading.test(each))?.[0]
    if (column !== undefined) return column
  }
  return 'other'
}

function longerColumnOf(longer: readonly [Column, RegExp][], cell: string): Column {
  if (cell.length > MAX_HEADING) return 'other'
  const marked = cell.replaceAll('*', '').trim()
  const words = marked.endsWith(':') ? marked.slice(0, -1).trim() : marked
  return longer.find(([, heading]) => heading.test(words))?.[0] ?? 'other'
}

function bareColumns(kind: Kind, filled: readonly FilledRow[]): readonly Column[] {
  const isNumber = ({ cells }: FilledRow) => NUMBER.test(cells[0] ?? '')
  const isNumbered =
    filled.length > 1 &&
    filled.every(
      (each, index) =>
        each.cells.length > 2 &&
        (isNumber(each) || (index === 0 && NUMBER_HEADING.test(each.cells[0] ?? ''))),
    )
  return isNumbered ? ['other', ...DEFAULT_COLUMNS[kind]] : DEFAULT_COLUMNS[kind]
}

export function unusedColumns({ columns, headings, body }: TableLayout): string[] {
  const indexes = new Set<number>()
  for (const { cells } of body)
    for (const [index, cell] of cells.entries())
      if (cell !== '' && (columns[index] ?? 'other') === 'other') indexes.add(index)
  return [...indexes]
    .sort((a, b) => a - b)
    .slice(0, UNUSED_COLUMNS_MAX)
    .map((index) => (headings[index] || letterOf(index)).slice(0, MAX_HEADING))
}

export function shownHeadings({ unknownHeadings }: TableLayout): string[] | null {
  if (unknownHeadings === null) return null
  const filled = unknownHeadings.filter((cell) => cell !== '')
  return filled.slice(0, UNUSED_COLUMNS_MAX).map((cell) => cell.slice(0, MAX_HEADING))
}

function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}
