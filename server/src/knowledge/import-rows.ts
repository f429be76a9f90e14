import { CsvError, parse } from 'csv-parse/sync'
import { IMPORT_MAX_ROWS, KNOWLEDGE_SOURCES, KNOWLEDGE_TEXT_MAX } from 'shared/contract/constants.ts'
import type {
  IgnoredRow,
  IMPORT_REFUSALS,
  ImportDate,
} from 'shared/contract/knowledge/import-entries.call.ts'
import { hasImageLinks } from 'shared/contract/knowledge/knowledge-entry.ts'
import {
  questionsOf,
  readKnowledgeText,
  separateImages,
  writeGeneral,
  writePromotion,
} from 'shared/contract/knowledge/knowledge-text.ts'
import { isMonthFirst } from './import-dates.ts'
import {
  areHeadings,
  type FilledRow,
  hasLongHeadings,
  type Kind,
  layoutOf,
  shownHeadings,
  unusedColumns,
} from './import-headings.ts'
import { beginningOf } from './import-overlaps.ts'
import { type RowPeriod, readPeriod } from './import-period.ts'

/** Maximum number of lines, including empty lines and line breaks in cells. Checked before a table is parsed. */
const MAX_LINES = 500_000
const MAX_CELLS = 400_000
const MAX_IGNORED = 20
const MAX_SHOWN = 80
/** Maximum number of lines that are searched for the first entry, which may follow a title. */
const TITLE_LINES = 10

type ImportRefusal = (typeof IMPORT_REFUSALS)[number]
type ImportProblem = 'no_rows' | 'too_many_rows' | 'open_quote' | 'long_headings'

export interface ReadRow {
  row: number
  text: string
  period: RowPeriod | null
  dates: ImportDate[]
  refused: ImportRefusal | null
}

export interface ReadRows {
  rows: ReadRow[]
  problem: ImportProblem | null
  /** Ignored columns that have content: their headings or, without headings, their letters. */
  unused: string[]
  ignored: IgnoredRow[]
  unknownHeadings: string[] | null
}

/** Labels with which an entry begins in a list of plain texts. */
const ENTRY_LABELS: Readonly<Record<Kind, RegExp>> = {
  general: /^\s*(?:คำถาม|ถาม|question|q)(?:\s*\d+)?\s*[::]\s*/i,
  promotion: /^\s*(?:ชื่อโปรโมชั่น|โปรโมชั่น|โปรโมชัน|promotion)(?:\s*\d+)?\s*[::]\s*/i,
}
const ANSWER_LABEL = /^\s*(?:คำตอบ|ตอบ|answer|a)(?:\s*\d+)?\s*[::]\s*/i
const SEPARATORS = ['\t', ';', ','] as const
const SEPARATOR_LINES = 30
const MAX_HEADING_LINE = 5_000
const DETAILS = /^\s*(?:รายละเอียด|details?)\s*[::]\s*/i

/** `now` is the reference for two-digit years. `firstRowIsHeadings` applies to tables without known headings. */
export function readRows(source: string, given: string, now: Date, firstRowIsHeadings = false): ReadRows {
  const kind: Kind = source === KNOWLEDGE_SOURCES.promotion ? 'promotion' : 'general'
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const noRows = (problem: ImportProblem) => ({
    rows: [],
    problem,
    unused: [],
    ignored: [],
    unknownHeadings: null,
  })
  if (hasManyLines(text)) return noRows('too_many_rows')
  const read = readsAsTexts(kind, text)
    ? readTexts(kind, text)
    : readTable(kind, text, now, firstRowIsHeadings)
  if (typeof read === 'string') return noRows(read)
  return { ...read, problem: read.rows.length === 0 ? 'no_rows' : null }
}

function readsAsTexts(kind: Kind, text: string): boolean {
  const lines: string[] = []
  for (const line of text.slice(0, KNOWLEDGE_TEXT_MAX).split('\n', MAX_LINES))
    if (line.trim() !== '' && lines.push(line) === TITLE_LINES) break
  const begins = lines.findIndex((line) => ENTRY_LABELS[kind].test(line))
  // The headings of a table may end with a colon, like the first words of an entry.
  if (SEPARATORS.some((each) => areHeadings(kind, (lines[begins] ?? '').split(each)))) return false
  // A text with a title above the first entry is a table if other lines contain separators.
  return (
    begins === 0 ||
    (begins > 0 && lines.every((line) => !/[\t,;]/.test(line) || ENTRY_LABELS[kind].test(line)))
  )
}

function hasManyLines(text: string): boolean {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > MAX_LINES
}

function readTable(
  kind: Kind,
  text: string,
  now: Date,
  firstRowIsHeadings: boolean,
): Omit<ReadRows, 'problem'> | ImportProblem {
  // Excel reads the cell separator from a first line such as `sep=;`.
  const reported = /^sep=(.)\n/i.exec(text)
  const table = reported === null ? text : text.slice(reported[0].length)
  const separator = reported?.[1] ?? separatorOf(kind, table)
  if (hasManyCells(table, separator)) return 'too_many_rows'
  const records = recordsOf(table, separator)
  if (records === undefined) return 'open_quote'
  const layout = layoutOf(kind, filledRows(records, reported === null ? 1 : 2), firstRowIsHeadings)
  const { columns, body } = layout
  if (hasLongHeadings(layout)) return 'long_headings'
  if (body.length > IMPORT_MAX_ROWS) return 'too_many_rows'
  const all = (cells: readonly string[], column: (typeof columns)[number]): string[] =>
    cells.filter((cell, index) => columns[index] === column && cell !== '')
  const isTimed = columns.includes('from') || columns.includes('until')
  const written = isTimed ? body.flatMap(({ cells }) => [...all(cells, 'from'), ...all(cells, 'until')]) : []
  const reading = { isMonthFirst: isMonthFirst(written), now }
  const rows = body.map(({ cells, row }) => {
    if (kind === 'general')
      return generalRow(row, all(cells, 'question').flatMap(questionsOf), all(cells, 'answer').join('\n'))
    const read = promotionRow(
      row,
      all(cells, 'name').join(' '),
      all(cells, 'text').join('\n'),
      all(cells, 'image'),
    )
    const dates = (column: 'from' | 'until') => (columns.includes(column) ? all(cells, column) : undefined)
    const { period, refused, dates: ambiguousDates } = readPeriod(dates('from'), dates('until'), reading)
    return { ...read, period, dates: ambiguousDates, refused: read.refused ?? refused }
  })
  return {
    rows,
    unused: unusedColumns(layout),
    ignored: ignoredOf(layout.ignored),
    unknownHeadings: shownHeadings(layout),
  }
}

function filledRows(records: readonly string[][], firstRow: number): FilledRow[] {
  return records
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), row: index + firstRow }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function ignoredOf(rows: readonly FilledRow[]): IgnoredRow[] {
  return rows.slice(0, MAX_IGNORED).map(({ row, cells }) => {
    const filled = cells.filter((cell) => cell !== '')
    return { row, text: beginningOf(filled.join(' · ').replace(/\s+/g, ' '), MAX_SHOWN) }
  })
}

/** Treats quotation marks as `recordsOf` does. */
function hasManyCells(text: string, separator: string): boolean {
  let cells = 1
  let begins = 0
  let isQuoted = false
  for (let at = 0; at < text.length && cells <= MAX_CELLS; at += 1) {
    const character = text.charAt(at)
    if (character === '"') {
      if (!isQuoted) isQuoted = at === begins
      else if (text.charAt(at + 1) === '"') at += 1
      else isQuoted = false
    } else if (!isQuoted && (character === separator || character === '\n')) {
      cells += 1
      begins = at + 1
    }
  }
  return cells > MAX_CELLS
}

function recordsOf(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, relax_quotes: true })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return undefined
    throw error
  }
}

/** Returns the separator that reveals headings, or else the most frequent separator of the first line that has one. */
function separatorOf(kind: Kind, text: string): string {
  const lines = text.slice(0, KNOWLEDGE_TEXT_MAX).split('\n', SEPARATOR_LINES)
  // Ignores long lines, which may be cells with much text, in the search for headings.
  const shortLines = lines.filter((line) => line.length <= MAX_HEADING_LINE)
  const withHeadings = SEPARATORS.find((separator) => {
    const records = shortLines.map((line) => line.split(separator).map((cell) => cell.replaceAll('"', '')))
    return layoutOf(kind, filledRows(records, 1)).headings.length > 0
  })
  if (withHeadings !== undefined) return withHeadings
  const first = lines.find((line) => SEPARATORS.some((each) => countOf(line, each) > 0)) ?? ''
  const [best = ','] = SEPARATORS.toSorted((a, b) => countOf(first, b) - countOf(first, a))
  return countOf(first, best) === 0 ? ',' : best
}

function countOf(line: string, separator: string): number {
  return line.replace(/"(?:[^"]|"")*"?/g, '').split(separator).length - 1
}

function readTexts(kind: Kind, text: string): Omit<ReadRows, 'problem'> | ImportProblem {
  const blocks: { row: number; lines: string[] }[] = []
  const above: FilledRow[] = []
  let isAnswered = true
  for (const [index, line] of text.split('\n').entries()) {
    // Several questions may precede one answer.
    if (ENTRY_LABELS[kind].test(line) && (kind === 'promotion' || isAnswered)) {
      blocks.push({ row: index + 1, lines: [] })
      isAnswered = false
    }
    if (ANSWER_LABEL.test(line)) isAnswered = true
    const block = blocks.at(-1)
    if (block !== undefined) block.lines.push(line)
    else if (line.trim() !== '') above.push({ row: index + 1, cells: [line.trim()] })
  }
  if (blocks.length > IMPORT_MAX_ROWS) return 'too_many_rows'
  const rows = blocks.map(({ row, lines }) =>
    (kind === 'general' ? generalBlock : promotionBlock)(row, lines),
  )
  return { rows, unused: [], ignored: ignoredOf(above), unknownHeadings: null }
}

function generalBlock(row: number, lines: readonly string[]): ReadRow {
  const at = lines.findIndex((line) => ANSWER_LABEL.test(line))
  const questionLines = at < 0 ? lines : lines.slice(0, at)
  const answer = at < 0 ? [] : lines.slice(at).with(0, (lines[at] ?? '').replace(ANSWER_LABEL, ''))
  const questions = questionLines.map((line) => line.replace(ENTRY_LABELS.general, ''))
  return generalRow(row, questionsOf(questions.join('\n')), answer.join('\n').trim())
}

function promotionBlock(row: number, lines: readonly string[]): ReadRow {
  const [first = '', ...rest] = lines
  const { words, images } = separateImages(rest.join('\n'))
  return promotionRow(
    row,
    first.replace(ENTRY_LABELS.promotion, '').trim(),
    words.replace(DETAILS, ''),
    images,
  )
}

function generalRow(row: number, questions: readonly string[], answer: string): ReadRow {
  const reason = questions.length === 0 ? 'no_question' : answer === '' ? 'no_answer' : null
  return bounded(row, writeGeneral({ questions, answer }), reason)
}

function promotionRow(row: number, name: string, text: string, images: readonly string[]): ReadRow {
  const written = writePromotion({ name, text, images })
  if (name === '') return bounded(row, written, 'no_name')
  if (text === '' && images.length === 0) return bounded(row, written, 'no_content')
  // An image URL that contains a space or a bracket is not recognized.
  const read = readKnowledgeText(written)
  const areAllImagesRead = read.kind === 'promotion' && read.images.length === images.length
  return bounded(row, written, areAllImagesRead ? null : 'bad_image')
}

function bounded(row: number, text: string, refused: ImportRefusal | null): ReadRow {
  return { row, text, period: null, dates: [], refused: refused ?? problemOf(text) }
}

function problemOf(text: string): ImportRefusal | null {
  if (text.length > KNOWLEDGE_TEXT_MAX) return 'too_long'
  return hasImageLinks(text) ? null : 'bad_image'
}
