import { CsvError, parse } from 'csv-parse/sync'
import { IMPORT_MAX_ROWS, KNOWLEDGE_SOURCES, KNOWLEDGE_TEXT_MAX } from 'shared/contract/constants.ts'
import { type IMPORT_REFUSALS, UNUSED_COLUMNS_MAX } from 'shared/contract/knowledge/import-entries.call.ts'
import { hasPictureLinks } from 'shared/contract/knowledge/knowledge-entry.ts'
import {
  questionsOf,
  readKnowledgeText,
  separateImages,
  writeGeneral,
  writePromotion,
} from 'shared/contract/knowledge/knowledge-text.ts'
import { type GivenPeriod, readPeriod } from './import-period.ts'

/** Empty ones too, and those within a cell. More are refused before any of them is taken to pieces: each would be a record. */
const MAX_LINES = 50_000
/** Of all rows, empty ones too. */
const MAX_CELLS = 100_000
/** Signs of a heading that are told. */
const MAX_HEADING = 80

type ImportRefusal = (typeof IMPORT_REFUSALS)[number]
type ImportProblem = 'no_rows' | 'too_many_rows' | 'open_quote'

/** One text of an import; with a reason it cannot come in. */
export interface ReadRow {
  row: number
  text: string
  /** What its dates say; null: it has none. */
  period: GivenPeriod | null
  refused: ImportRefusal | null
}

export interface ReadRows {
  rows: ReadRow[]
  problem: ImportProblem | null
  /** The headings of columns that say something and are left out, or their letters. */
  unused: string[]
}

type Kind = 'general' | 'promotion'
/** What a column says; `other` is left out. */
type Column = 'question' | 'answer' | 'name' | 'text' | 'image' | 'from' | 'until' | 'other'

const HEADINGS: Readonly<Record<Kind, readonly [Column, RegExp][]>> = {
  general: [
    ['question', /^(?:คำถาม|ถาม|questions?|q)[\s_\d]*$/i],
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
const BARE: Readonly<Record<Kind, readonly Column[]>> = {
  general: ['question', 'answer'],
  promotion: ['name', 'text', 'image'],
}
/** With which line a text of its own begins, where it is no table. */
const BEGINS: Readonly<Record<Kind, RegExp>> = {
  general: /^\s*(?:คำถาม|ถาม|question|q)(?:\s*\d+)?\s*[::]\s*/i,
  promotion: /^\s*(?:ชื่อโปรโมชั่น|โปรโมชั่น|โปรโมชัน|promotion)(?:\s*\d+)?\s*[::]\s*/i,
}
const ANSWERS = /^\s*(?:คำตอบ|ตอบ|answer|a)(?:\s*\d+)?\s*[::]\s*/i
const DETAILS = /^\s*(?:รายละเอียด|details?)\s*[::]\s*/i

/** The texts of a table, or of texts one below the other. */
export function readRows(source: string, given: string): ReadRows {
  const kind: Kind = source === KNOWLEDGE_SOURCES.promotion ? 'promotion' : 'general'
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const none = (problem: ImportProblem) => ({ rows: [], problem, unused: [] })
  if (hasManyLines(text)) return none('too_many_rows')
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const read = BEGINS[kind].test(first) ? { rows: readTexts(kind, text), unused: [] } : readTable(kind, text)
  if (typeof read === 'string') return none(read)
  if (read.rows.length > IMPORT_MAX_ROWS) return none('too_many_rows')
  return { ...read, problem: read.rows.length === 0 ? 'no_rows' : null }
}

function hasManyLines(text: string): boolean {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > MAX_LINES
}

function readTable(kind: Kind, text: string): Omit<ReadRows, 'problem'> | ImportProblem {
  // A line by which Excel is told what separates cells.
  const told = /^sep=(.)\n/i.exec(text)
  const table = told === null ? text : text.slice(told[0].length)
  const separator = told?.[1] ?? separatorOf(table)
  if (hasManyCells(table, separator)) return 'too_many_rows'
  const records = recordsOf(table, separator)
  if (records === undefined) return 'open_quote'
  const filled = records
    .map((cells, place) => ({
      cells: cells.map((cell) => cell.trim()),
      row: place + (told === null ? 1 : 2),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const headings = columnsOf(kind, filled[0]?.cells ?? [])
  const columns = headings ?? BARE[kind]
  const body = filled.slice(headings === undefined ? 0 : 1)
  const rows = body.map(({ cells, row }) => {
    const all = (column: Column): string[] =>
      cells.filter((cell, place) => columns[place] === column && cell !== '')
    if (kind === 'general')
      return generalRow(row, all('question').flatMap(questionsOf), all('answer').join('\n'))
    const read = promotionRow(row, all('name').join(' '), all('text').join('\n'), all('image'))
    const dates = (column: 'from' | 'until') => (columns.includes(column) ? all(column) : undefined)
    const period = readPeriod(dates('from'), dates('until'))
    if (typeof period === 'string') return { ...read, refused: read.refused ?? period }
    return { ...read, period }
  })
  const names = headings === undefined ? [] : (filled[0]?.cells ?? [])
  return { rows, unused: unusedOf(columns, names, body) }
}

/** Columns in which something stands that nobody takes in. */
function unusedOf(
  columns: readonly Column[],
  names: readonly string[],
  filled: readonly { cells: readonly string[] }[],
): string[] {
  const places = new Set<number>()
  for (const { cells } of filled)
    for (const [place, cell] of cells.entries())
      if (cell !== '' && (columns[place] ?? 'other') === 'other') places.add(place)
  return [...places]
    .sort((a, b) => a - b)
    .slice(0, UNUSED_COLUMNS_MAX)
    .map((place) => (names[place] || letterOf(place)).slice(0, MAX_HEADING))
}

/** As a spreadsheet names its columns: A, B … Z, AA. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last
}

/** Quotation marks count as in `recordsOf`: where a cell begins, and twice within it as one. */
function hasManyCells(text: string, separator: string): boolean {
  let cells = 1
  let begins = 0
  let isQuoted = false
  for (let at = 0; at < text.length && cells <= MAX_CELLS; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') {
      if (!isQuoted) isQuoted = at === begins
      else if (text.charAt(at + 1) === '"') at += 1
      else isQuoted = false
    } else if (!isQuoted && (sign === separator || sign === '\n')) {
      cells += 1
      begins = at + 1
    }
  }
  return cells > MAX_CELLS
}

/** Undefined: a quotation mark opens a cell and none closes it. */
function recordsOf(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, relax_quotes: true })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return undefined
    throw error
  }
}

/** What stands most often in the first row, outside of quotation marks. */
function separatorOf(text: string): string {
  const counts = new Map([
    ['\t', 0],
    [';', 0],
    [',', 0],
  ])
  let isQuoted = false
  for (const sign of text.trimStart()) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\n' && !isQuoted) break
    else if (!isQuoted) counts.set(sign, (counts.get(sign) ?? Number.NaN) + 1)
  }
  const [best = ','] = ['\t', ';', ','].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return counts.get(best) === 0 ? ',' : best
}

/** Undefined: the first row has no headings. */
function columnsOf(kind: Kind, cells: readonly string[]): Column[] | undefined {
  const columns = cells.map(
    (cell) => HEADINGS[kind].find(([, heading]) => heading.test(cell))?.[0] ?? 'other',
  )
  const [first, second] = BARE[kind]
  return columns.some((column) => column === first) && columns.some((column) => column === second)
    ? columns
    : undefined
}

function readTexts(kind: Kind, text: string): ReadRow[] {
  const blocks: { row: number; lines: string[] }[] = []
  let isAnswered = true
  for (const [place, line] of text.split('\n').entries()) {
    // Several questions may stand before one answer.
    if (BEGINS[kind].test(line) && (kind === 'promotion' || isAnswered)) {
      blocks.push({ row: place + 1, lines: [] })
      isAnswered = false
    }
    if (ANSWERS.test(line)) isAnswered = true
    blocks.at(-1)?.lines.push(line)
  }
  return blocks.map(({ row, lines }) => (kind === 'general' ? generalBlock : promotionBlock)(row, lines))
}

function generalBlock(row: number, lines: readonly string[]): ReadRow {
  const at = lines.findIndex((line) => ANSWERS.test(line))
  const asked = at < 0 ? lines : lines.slice(0, at)
  const answer = at < 0 ? [] : lines.slice(at).with(0, (lines[at] ?? '').replace(ANSWERS, ''))
  const questions = asked.map((line) => line.replace(BEGINS.general, ''))
  return generalRow(row, questionsOf(questions.join('\n')), answer.join('\n').trim())
}

function promotionBlock(row: number, lines: readonly string[]): ReadRow {
  const [first = '', ...rest] = lines
  const { words, images } = separateImages(rest.join('\n'))
  return promotionRow(row, first.replace(BEGINS.promotion, '').trim(), words.replace(DETAILS, ''), images)
}

function generalRow(row: number, questions: readonly string[], answer: string): ReadRow {
  const reason = questions.length === 0 ? 'no_question' : answer === '' ? 'no_answer' : null
  return bounded(row, writeGeneral({ questions, answer }), reason)
}

function promotionRow(row: number, name: string, text: string, images: readonly string[]): ReadRow {
  const written = writePromotion({ name, text, images })
  if (name === '') return bounded(row, written, 'no_name')
  if (text === '' && images.length === 0) return bounded(row, written, 'no_content')
  // An address with a blank or a bracket would not be read as one.
  const read = readKnowledgeText(written)
  const areRead = read.kind === 'promotion' && read.images.length === images.length
  return bounded(row, written, areRead ? null : 'bad_image')
}

function bounded(row: number, text: string, refused: ImportRefusal | null): ReadRow {
  return { row, text, period: null, refused: refused ?? problemOf(text) }
}

function problemOf(text: string): ImportRefusal | null {
  if (text.length > KNOWLEDGE_TEXT_MAX) return 'too_long'
  return hasPictureLinks(text) ? null : 'bad_image'
}
