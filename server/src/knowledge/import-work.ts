import { randomUUID } from 'node:crypto'
import type { ImportCounts } from 'shared/contract/knowledge/import-entries.call.ts'
import { beginningOf, overlapsOf } from './import-overlaps.ts'
import { validityOf } from './import-period.ts'
import {
  countsOf,
  type ExistingEntry,
  existingEntriesOf,
  type ImportPlan,
  isSamePeriod,
  planImport,
} from './import-plan.ts'
import { type ReadRow, readRows } from './import-rows.ts'
import { topicOf } from './import-topic.ts'
import type { ValidityDates } from './validity-dates.ts'

export const SHOWN_LENGTH = 400
/** Maximum number of shown rows: the first `SHOWN_FIRST`, and later rows that need attention. */
const SHOWN_ROWS = 500
const SHOWN_FIRST = 200

export interface ExistingHead extends Omit<ExistingEntry, 'topic'> {
  head: string
  isCut: boolean
}

export interface PlanSummary {
  counts: ImportCounts
  entriesNow: number
  digest: string
  /** Ids of entries that the import keeps although a row has one of their questions. */
  overlapping: string[]
}

export interface PlannedState extends ValidityDates {
  entryId: string
  /** Current version of the entry; 0 for a new entry. */
  version: number
  /** Text of the entry after the import; null when the entry is removed. */
  text: string | null
}

/** Call order: `append`, `read`, `forget`, `hold`, `plan`, then `show` or `states`. Takes seconds for a large file. */
export class ImportWork {
  #parts: string[] = []
  #rows: readonly ReadRow[] = []
  #existing: ExistingEntry[] = []
  #plan: ImportPlan | null = null
  #states: PlannedState[] | null = null

  append(part: string): void {
    this.#parts.push(part)
  }

  read(source: string, now: Date, firstRowIsHeadings = false) {
    const { rows, ...summary } = readRows(source, this.#parts.join(''), now, firstRowIsHeadings)
    this.#parts = []
    this.#rows = rows
    return { ...summary, hasEntries: rows.some(({ refused }) => refused === null) }
  }

  forget(): void {
    this.#existing = []
    this.#plan = null
    this.#states = null
  }

  /** Adds existing entries of the source, last changed first. */
  hold(heads: readonly ExistingHead[]): void {
    for (const { head, isCut, ...entry } of heads)
      this.#existing.push({ ...entry, topic: topicOf(head, isCut) })
  }

  known(): string[] {
    return existingEntriesOf(this.#rows, this.#existing).map(({ id }) => id)
  }

  plan(texts: ReadonlyMap<string, string>, how: { replace: boolean; now: Date }): PlanSummary {
    const plan = planImport(this.#rows, this.#existing, { ...how, texts })
    this.#plan = plan
    return {
      counts: countsOf(plan),
      entriesNow: plan.entriesNow,
      digest: plan.digest,
      overlapping: plan.overlapping.map(({ id }) => id),
    }
  }

  /** `overlapping` maps the ids of overlapping entries to the beginnings of their texts. */
  show(overlapping: ReadonlyMap<string, string>) {
    const plan = this.#planned()
    const overlaps = overlapsOf(plan, overlapping, SHOWN_LENGTH)
    const needsAttention = ({ row, refused, dates }: ReadRow) =>
      refused !== null || dates.length > 0 || overlaps.has(row)
    const isShort = plan.rows.length <= SHOWN_ROWS
    const first = isShort ? plan.rows : plan.rows.slice(0, SHOWN_FIRST)
    const attention = isShort ? [] : plan.rows.slice(SHOWN_FIRST).filter(needsAttention)
    const shown = [...first, ...attention.slice(0, SHOWN_ROWS - SHOWN_FIRST)]
    return {
      rows: shown.map(({ row, state, refused, text, entry, renewed, periodAfter, dates }) => ({
        row,
        state,
        renewed,
        reason: refused,
        text: beginningOf(text, SHOWN_LENGTH),
        overlap: overlaps.get(row) ?? null,
        period: validityOf(periodAfter),
        dates,
        period_before: entry === null || isSamePeriod(entry, periodAfter) ? null : validityOf(entry),
        entryId: entry?.id ?? null,
      })),
      omitted:
        shown.length === plan.rows.length
          ? null
          : {
              rows: plan.rows.length - shown.length,
              attention: Math.max(attention.length - (SHOWN_ROWS - SHOWN_FIRST), 0),
            },
      overlaps: overlaps.size,
    }
  }

  /** Returns written rows in order, then the entries that `replace` removes. */
  states(from: number, size: number): PlannedState[] {
    this.#states ??= statesOf(this.#planned())
    return this.#states.slice(from, from + size)
  }

  #planned(): ImportPlan {
    if (this.#plan === null) throw new Error('the import has not been planned')
    return this.#plan
  }
}

function statesOf({ rows, removed }: ImportPlan): PlannedState[] {
  const written = rows.filter(({ state }) => state === 'new' || state === 'changed')
  // Ids ascend in row order, because the changes of a log entry are sorted by id.
  const ids = written.map(() => randomUUID()).sort()
  return [
    ...written.map(({ entry, text, periodAfter: { from, until } }, at) => ({
      entryId: entry?.id ?? ids[at] ?? randomUUID(),
      version: entry?.version ?? 0,
      text,
      validFrom: from,
      validUntil: until,
    })),
    ...removed.map(({ id, version }) => ({
      entryId: id,
      version,
      text: null,
      validFrom: null,
      validUntil: null,
    })),
  ]
}
