import type { ImportCounts, ImportPreview } from 'shared/contract/knowledge/import-entries.call.ts'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import type { Db, Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { logOf } from './answers.ts'
import { changeKnowledge } from './change-knowledge.ts'
import type { EntryState } from './entry.store.ts'
import { findLog } from './history.store.ts'
import { readHeld, readTexts } from './import.store.ts'
import { beginningOf, overlapsOf } from './import-overlaps.ts'
import type { ImportPeriod } from './import-period.ts'
import { countsOf, type ImportPlan, isSamePeriod, knownAmong, planImport } from './import-plan.ts'
import { type ReadRow, readRows } from './import-rows.ts'
import { writeChange } from './write-change.ts'

/** Signs of a text that a preview shows. */
const SHOWN = 400

export interface Import {
  source: string
  text: string
  replace: boolean
}

/** What an import would do; does nothing. */
export async function previewImport(
  { db, now }: ServerContext,
  { source, text, replace }: Import,
): Promise<ImportPreview> {
  const { rows, problem, unused, ignored } = readRows(source, text, now())
  const plan = await planOf(db, source, rows, { replace: problem === null && replace, now: now() })
  const counts = countsOf(plan)
  const changed = plan.rows.flatMap(({ entry }) => (entry === null ? [] : [entry.id]))
  const beside = plan.beside.map(({ id }) => id)
  const before = await readTexts(db, [...new Set([...changed, ...beside])], SHOWN)
  const overlaps = overlapsOf(plan, before, SHOWN)
  return {
    problem,
    rows: plan.rows.map(({ row, state, refused, text, entry, renewed, holds, dates }) => ({
      row,
      state,
      renewed,
      reason: refused,
      text: beginningOf(text, SHOWN),
      before: entry === null ? null : (before.get(entry.id) ?? null),
      overlap: overlaps.get(row) ?? null,
      period: validityOf(holds),
      dates,
      period_before: entry === null || isSamePeriod(entry, holds) ? null : validityOf(entry),
    })),
    unused_columns: unused,
    ignored_rows: ignored,
    counts,
    entries_now: plan.entriesNow,
    entries_then: plan.entriesNow + counts.new - counts.removed,
    digest: plan.digest,
  }
}

/** Throws `conflict` where it would do something else than what `digest` says; nothing is done then. */
export async function applyImport(
  { db, now }: ServerContext,
  { staff }: SignedIn,
  { source, text, replace, digest }: Import & { digest: string },
): Promise<{ log: KnowledgeLog | null; counts: ImportCounts }> {
  const { rows, problem } = readRows(source, text, now())
  // Nothing that could be read must not empty a source.
  if (problem !== null || rows.every(({ refused }) => refused !== null)) throw new DeskError('conflict')
  return changeKnowledge(db, async (tx) => {
    const plan = await planOf(tx, source, rows, { replace, now: now() })
    if (plan.digest !== digest) throw new DeskError('conflict')
    const counts = countsOf(plan)
    if (counts.new + counts.changed + counts.removed === 0) return { log: null, counts }
    const line = { source, origin: 'manual', action: 'import', staffId: staff.id, replaced: replace } as const
    const added = plan.rows.flatMap(({ state, text, holds: { from, until } }) =>
      state === 'new' ? [{ source, text, validFrom: from, validUntil: until }] : [],
    )
    const { logId } = await writeChange(tx, line, { states: statesOf(plan), added }, now())
    const log = await findLog(tx, logId)
    if (log === undefined) throw new Error('a line of the history just written cannot be read')
    return { log: logOf(log), counts }
  })
}

async function planOf(
  db: Db | Tx,
  source: string,
  rows: readonly ReadRow[],
  how: { replace: boolean; now: Date },
): Promise<ImportPlan> {
  const held = await readHeld(db, source)
  const known = knownAmong(rows, held).map(({ id }) => id)
  return planImport(rows, held, { ...how, texts: await readTexts(db, known) })
}

/** Of those that are changed, and of those that go. */
function statesOf(plan: ImportPlan): EntryState[] {
  return [
    ...plan.rows.flatMap(({ entry, text, holds: { from, until } }) =>
      entry === null ? [] : [{ id: entry.id, text, validFrom: from, validUntil: until }],
    ),
    ...plan.removed.map(({ id }) => ({ id, text: null, validFrom: null, validUntil: null })),
  ]
}

function validityOf({ from, until }: ImportPeriod): Validity {
  return { valid_from: from?.toISOString() ?? null, valid_until: until?.toISOString() ?? null }
}
