import { createHash } from 'node:crypto'
import type { ImportCounts, ImportRow } from 'shared/contract/knowledge/import-entries.call.ts'
import { contentHash } from './entry.store.ts'
import { overlappingEntries } from './import-overlaps.ts'
import { fillPeriod, type ImportPeriod, isBackwards } from './import-period.ts'
import type { ReadRow } from './import-rows.ts'
import { topicOf } from './import-topic.ts'
import { mapKey } from './untrusted-map-key.ts'

export interface ExistingEntry {
  id: string
  version: number
  topic: string | null
  /** Hash of the entry's text, in hex. */
  hash: string
  from: Date | null
  until: Date | null
}

export interface PlannedRow extends ReadRow {
  state: ImportRow['state']
  entry: ExistingEntry | null
  /** True when the entry's validity period has ended and the import makes the entry valid again. */
  renewed: boolean
  /** Validity period of the entry after the import. */
  periodAfter: ImportPeriod
}

export interface ImportPlan {
  rows: PlannedRow[]
  /** Unchanged entries that share a question with a new or changed row. */
  overlapping: ExistingEntry[]
  removed: ExistingEntry[]
  entriesNow: number
  /** Hash of the plan, which stays the same while the rows and the source are unchanged. */
  digest: string
}

export function existingEntriesOf(
  rows: readonly ReadRow[],
  existing: readonly ExistingEntry[],
): ExistingEntry[] {
  const hashes = new Set(rows.map(hashOf))
  return existing.filter(({ hash }) => hashes.has(hash))
}

/**
 * `existing` begins with the entry that was changed last. `texts` has the texts of the entries from `existingEntriesOf`
 * by entry id: texts with equal hashes may still differ in case or line breaks.
 */
export function planImport(
  rows: readonly ReadRow[],
  existing: readonly ExistingEntry[],
  { texts, replace, now }: { texts: ReadonlyMap<string, string>; replace: boolean; now: Date },
): ImportPlan {
  const byHash = new Map(existing.map((entry) => [entry.hash, entry]))
  const byTopic = new Map(
    existing.toReversed().flatMap((entry) => (entry.topic === null ? [] : [[mapKey(entry.topic), entry]])),
  )
  const periods = new Map<string, ImportPeriod>()
  const topics = new Set<string>()
  const used = new Set<string>()
  const planned = rows.map((row): PlannedRow => {
    const plain = { ...row, entry: null, renewed: false, periodAfter: fillPeriod(row.period, ALWAYS) }
    const until = row.period?.until ?? null
    const refused = row.refused ?? (until !== null && until <= now ? 'over' : null)
    if (refused !== null) return { ...plain, refused, state: 'refused' }
    const hash = hashOf(row)
    const topic = mapKey(topicOf(row.text) ?? hash)
    const known = byHash.get(hash)
    if (known !== undefined) used.add(known.id)
    const before = periods.get(hash)
    if (before !== undefined && isSamePeriod(before, plain.periodAfter)) return { ...plain, state: 'known' }
    if (topics.has(topic)) return { ...plain, refused: 'twice', state: 'refused' }
    periods.set(hash, plain.periodAfter)
    topics.add(topic)
    const entry = known ?? byTopic.get(topic) ?? null
    if (entry === null) return { ...plain, state: 'new' }
    const renewed = entry.until !== null && entry.until <= now
    // Searches ignore entries whose validity period has ended, so a renewed entry loses its old end.
    const retainedPeriod = renewed ? { from: row.period === null ? null : entry.from, until: null } : entry
    const periodAfter = fillPeriod(row.period, retainedPeriod)
    if (row.period !== null && isBackwards(periodAfter)) {
      used.add(entry.id)
      return { ...plain, periodAfter, refused: 'bad_period', state: 'refused' }
    }
    const isSame = entry === known && isWrittenAlike(row.text, texts.get(known.id))
    if (isSame && !renewed && isSamePeriod(periodAfter, entry))
      return { ...plain, periodAfter, state: 'known' }
    used.add(entry.id)
    return { ...row, state: 'changed', entry, renewed, periodAfter }
  })
  const removed = replace ? existing.filter(({ id }) => !used.has(id)) : []
  const overlapping = overlappingEntries(
    planned,
    existing.filter(({ id, until }) => (!replace || used.has(id)) && (until === null || until > now)),
  )
  return {
    rows: planned,
    overlapping,
    removed,
    entriesNow: existing.length,
    digest: digestOf(planned, removed, replace),
  }
}

export function countsOf({ rows, removed }: ImportPlan): ImportCounts {
  const counts = { new: 0, changed: 0, known: 0, refused: 0, removed: removed.length }
  for (const { state } of rows) counts[state] += 1
  return counts
}

const ALWAYS: ImportPeriod = { from: null, until: null }

export const isSamePeriod = (one: ImportPeriod, other: ImportPeriod): boolean =>
  one.from?.getTime() === other.from?.getTime() && one.until?.getTime() === other.until?.getTime()

function digestOf(rows: readonly PlannedRow[], removed: readonly ExistingEntry[], replace: boolean): string {
  const digest = createHash('sha256')
  const add = (texts: unknown) => digest.update(`${JSON.stringify(texts)}\n`)
  add(replace)
  for (const { state, text, entry, renewed, periodAfter } of rows)
    add([state, text, entry?.id, entry?.version, renewed, periodAfter.from, periodAfter.until])
  for (const each of removed.map(({ id, version }) => [id, version]).sort()) add(each)
  return digest.digest('hex')
}

function hashOf({ text }: Pick<ReadRow, 'text'>): string {
  return contentHash(text).toString('hex')
}

function isWrittenAlike(text: string, other: string | undefined): boolean {
  const tidy = (each: string) =>
    each
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .join('\n')
  return other !== undefined && tidy(text) === tidy(other)
}
