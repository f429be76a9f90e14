import { createHash } from 'node:crypto'
import type { ImportCounts, ImportRow } from 'shared/contract/knowledge/import-entries.call.ts'
import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { normalizeForSearch } from 'shared/contract/thai-text.ts'
import { contentHash } from './entry.store.ts'
import type { ReadRow } from './import-rows.ts'

/** An entry that a source has. */
export interface HeldEntry {
  id: string
  version: number
  /** What `topicOf` makes of its text. */
  topic: string | null
  /** Of its text, in hex. */
  hash: string
}

interface PlannedRow extends ReadRow {
  state: ImportRow['state']
  /** Of `changed`: the one whose text becomes another. */
  entry: HeldEntry | null
}

export interface ImportPlan {
  rows: PlannedRow[]
  /** What goes with `replace`. */
  removed: HeldEntry[]
  entriesNow: number
  /** The same for the same rows on the same source. */
  digest: string
}

/** By what a text is found again whose answer has changed: its questions in any order, a promotion's name; null: it has neither. */
export function topicOf(text: string): string | null {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') return null
  if (content.kind === 'promotion') return `promotion\n${normalizeForSearch(content.name)}`
  const questions = new Set(content.questions.map(normalizeForSearch))
  return `questions\n${[...questions].sort().join('\n')}`
}

/** What an import does to what its source holds, the one changed last first. */
export function planImport(
  rows: readonly ReadRow[],
  held: readonly HeldEntry[],
  replace: boolean,
): ImportPlan {
  const byHash = new Map(held.map((entry) => [entry.hash, entry]))
  const byTopic = new Map(
    held.toReversed().flatMap((entry) => (entry.topic === null ? [] : [[entry.topic, entry]])),
  )
  const hashes = new Set<string>()
  const topics = new Set<string>()
  const kept = new Set<string>()
  const planned = rows.map((row): PlannedRow => {
    if (row.refused !== null) return { ...row, state: 'refused', entry: null }
    const hash = contentHash(row.text).toString('hex')
    const topic = topicOf(row.text) ?? hash
    const known = byHash.get(hash)
    if (known !== undefined) kept.add(known.id)
    if (hashes.has(hash)) return { ...row, state: 'known', entry: null }
    if (topics.has(topic)) return { ...row, refused: 'twice', state: 'refused', entry: null }
    hashes.add(hash)
    topics.add(topic)
    if (known !== undefined) return { ...row, state: 'known', entry: null }
    const entry = byTopic.get(topic) ?? null
    if (entry === null) return { ...row, state: 'new', entry }
    kept.add(entry.id)
    return { ...row, state: 'changed', entry }
  })
  const removed = replace ? held.filter(({ id }) => !kept.has(id)) : []
  return { rows: planned, removed, entriesNow: held.length, digest: digestOf(planned, removed, replace) }
}

export function countsOf({ rows, removed }: ImportPlan): ImportCounts {
  const counts = { new: 0, changed: 0, known: 0, refused: 0, removed: removed.length }
  for (const { state } of rows) counts[state] += 1
  return counts
}

function digestOf(rows: readonly PlannedRow[], removed: readonly HeldEntry[], replace: boolean): string {
  const said = [
    replace,
    rows.map(({ state, text, entry }) => [state, text, entry?.id, entry?.version]),
    removed.map(({ id, version }) => [id, version]).sort(),
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
