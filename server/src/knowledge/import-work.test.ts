import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { type ExistingHead, ImportWork } from './import-work.ts'
import { MAP_KEY_MAX } from './untrusted-map-key.ts'

const { general, promotion } = KNOWLEDGE_SOURCES
const NOW = new Date('2026-11-27T00:00:00Z')

interface Work {
  /** Number of reads and writes of maps and sets. */
  lookups: number
  normalized: number
  longestKey: number
}

/** Counts the operations that `run` performs, instead of measuring its time. */
function counted(run: () => void): Work {
  const work: Work = { lookups: 0, normalized: 0, longestKey: 0 }
  const restore: (() => void)[] = []
  const count = (proto: object, name: string, note: (self: unknown, first: unknown) => void) => {
    const original: (...args: unknown[]) => unknown = Reflect.get(proto, name)
    Reflect.set(proto, name, function (this: unknown, ...args: unknown[]) {
      note(this, args[0])
      return original.apply(this, args)
    })
    restore.push(() => Reflect.set(proto, name, original))
  }
  const lookUp = (_self: unknown, key: unknown) => {
    work.lookups += 1
    if (typeof key === 'string') work.longestKey = Math.max(work.longestKey, key.length)
  }
  for (const name of ['get', 'set', 'has']) count(Map.prototype, name, lookUp)
  for (const name of ['add', 'has']) count(Set.prototype, name, lookUp)
  count(String.prototype, 'normalize', (self) => {
    work.normalized += String(self).length
  })
  try {
    run()
  } finally {
    for (const each of restore) each()
  }
  return work
}

function previewAndWrite(source: string, text: string, existing: readonly ExistingHead[] = []): void {
  const work = new ImportWork()
  work.append(text)
  expect(work.read(source, NOW)).toMatchObject({ problem: null, hasEntries: true })
  work.hold(existing)
  work.known()
  const { overlapping } = work.plan(new Map(), { replace: false, now: NOW })
  work.show(new Map(overlapping.map((id) => [id, existing.find((entry) => entry.id === id)?.head ?? ''])))
  work.states(0, 1_000)
}

const rowsOf = (rows: number, row: (at: number) => string, headings = 'คำถาม,คำตอบ') =>
  [headings, ...Array.from({ length: rows }, (_, at) => row(at))].join('\n')
const existingOf = (entries: number, question: (at: number) => string): ExistingHead[] =>
  Array.from({ length: entries }, (_, at) => ({
    id: `entry ${at}`,
    version: 1,
    hash: `hash ${at}`,
    head: `คำถาม: ${question(at)}\nคำตอบ:`,
    isCut: false,
    from: null,
    until: null,
  }))
/** Text longer than 16,383 characters: V8 hashes such strings by length alone. */
const LONG = 'ฝ'.repeat(17_000)
const numbered = (at: number) => String(at).padStart(6, '0')

test.each<[string, number, (rows: number) => [source: string, text: string, existing?: ExistingHead[]]]>([
  ['identical rows', 300, (rows) => [general, rowsOf(rows, () => 'ฝากเงินอย่างไร,โอนเข้าบัญชี')]],
  [
    'long questions with the same beginning',
    10,
    (rows) => [general, rowsOf(rows, (at) => `${LONG}${numbered(at)},ก`)],
  ],
  [
    'long names with the same beginning',
    10,
    (rows) => [promotion, rowsOf(rows, (at) => `${LONG}${numbered(at)},ก`, 'ชื่อ,รายละเอียด')],
  ],
  [
    'one question with different punctuation and answers',
    300,
    (rows) => [
      general,
      rowsOf(rows, (at) => `ถอนเงินกี่นาที${'?'.repeat(at % 20)}${'.'.repeat(at / 20)},${at} นาที`),
    ],
  ],
  [
    'rows with many questions, each in several rows',
    20,
    (rows) => [
      general,
      rowsOf(rows, (at) => `"${Array.from({ length: 50 }, (_, no) => `ข้อ ${at + no}`).join('\n')}",${at}`),
    ],
  ],
  [
    'entries with the same question as a row',
    200,
    (rows) => [
      general,
      rowsOf(rows, (at) => `ข้อ ${at},ก`),
      existingOf(rows * 3, (at) => `ข้อ ${at % rows}${'!'.repeat(1 + at / rows)}`),
    ],
  ],
  [
    'headings of brackets',
    5,
    (rows) => [
      general,
      `${rowsOf(rows, () => '(ก'.repeat(1_000), '(ข'.repeat(1_000))}\n${rowsOf(rows, (at) => `ข้อ ${at},ก`)}`,
    ],
  ],
])('plans an import of %s with work proportional to their number', (_name, rows, given) => {
  const [few, many] = [rows, 2 * rows].map((each) => {
    const [source, text, existing] = given(each)
    const length = text.length + (existing ?? []).reduce((sum, { head }) => sum + head.length, 0)
    return { length, work: counted(() => previewAndWrite(source, text, existing)) }
  })
  if (few === undefined || many === undefined) throw new Error('nothing was counted')
  expect(many.work.lookups).toBeLessThan(2.2 * few.work.lookups + 100)
  expect(many.work.normalized).toBeLessThan(12 * many.length + 10_000)
  expect(many.work.longestKey).toBeLessThanOrEqual(MAP_KEY_MAX)
})
