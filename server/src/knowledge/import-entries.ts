import type { ImportCounts, ImportPreview } from 'shared/contract/knowledge/import-entries.call.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import type { Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { logOf } from './answers.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { addEntries, changeEntries, type EntryState } from './entry.store.ts'
import { addLog, findLog } from './history.store.ts'
import { readBeginnings, readHeld, readPeriods } from './import.store.ts'
import { countsOf, type ImportPlan, planImport } from './import-plan.ts'
import { readRows } from './import-rows.ts'
import { addChunks, removeChunks } from './index.store.ts'
import { splitText } from './split-text.ts'

/** Signs of a text that a preview shows. */
const SHOWN = 400

export interface Import {
  source: string
  text: string
  replace: boolean
}

/** What an import would do; does nothing. */
export async function previewImport(
  { db }: ServerContext,
  { source, text, replace }: Import,
): Promise<ImportPreview> {
  const { rows, problem } = readRows(source, text)
  const plan = planImport(rows, await readHeld(db, source), problem === null && replace)
  const counts = countsOf(plan)
  const changed = plan.rows.flatMap(({ entry }) => (entry === null ? [] : [entry.id]))
  const before = await readBeginnings(db, changed, SHOWN)
  return {
    problem,
    rows: plan.rows.map(({ row, state, refused, text, entry }) => ({
      row,
      state,
      reason: refused,
      text: beginningOf(text),
      before: entry === null ? null : (before.get(entry.id) ?? null),
    })),
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
  const { rows, problem } = readRows(source, text)
  // Nothing that could be read must not empty a source.
  if (problem !== null || rows.every(({ refused }) => refused !== null)) throw new DeskError('conflict')
  return changeKnowledge(db, async (tx) => {
    const plan = planImport(rows, await readHeld(tx, source), replace)
    if (plan.digest !== digest) throw new DeskError('conflict')
    const counts = countsOf(plan)
    if (counts.new + counts.changed + counts.removed === 0) return { log: null, counts }
    const logId = await write(tx, plan, { source, replace, staffId: staff.id }, now())
    const log = await findLog(tx, logId)
    if (log === undefined) throw new Error('a line of the history just written cannot be read')
    return { log: logOf(log), counts }
  })
}

async function write(
  tx: Tx,
  plan: ImportPlan,
  { source, replace, staffId }: { source: string; replace: boolean; staffId: string },
  now: Date,
): Promise<string> {
  const states = await statesOf(tx, plan)
  const texts = plan.rows.flatMap(({ state, text }) => (state === 'new' ? [text] : []))
  const changed = states.flatMap(({ id, text }) => (text === null ? [] : piecesOf(id, text)))
  const added = texts.map((text) => ({ text, pieces: splitText(text) }))
  const inserted = added.reduce((sum, { pieces }) => sum + pieces.length, changed.length)
  const change = { source, origin: 'manual', action: 'import', staffId } as const
  const logId = await addLog(tx, { ...change, inserted, replaced: replace }, now)
  await removeChunks(
    tx,
    states.map(({ id }) => id),
  )
  await changeEntries(tx, states, logId, now)
  const ids = await addEntries(
    tx,
    texts.map((text) => ({ source, text, validFrom: null, validUntil: null })),
    logId,
    now,
  )
  await addChunks(tx, [
    ...changed,
    ...added.flatMap(({ pieces }, place) =>
      pieces.map((piece, part) => ({ ...piece, entryId: ids[place] ?? '', part })),
    ),
  ])
  return logId
}

/** Of those that are changed, whose period stays, and of those that go. */
async function statesOf(tx: Tx, plan: ImportPlan): Promise<EntryState[]> {
  const changed = plan.rows.flatMap(({ entry, text }) => (entry === null ? [] : [{ id: entry.id, text }]))
  const periods = await readPeriods(
    tx,
    changed.map(({ id }) => id),
  )
  const dateOf = (written: string | null | undefined) => (written ? new Date(written) : null)
  return [
    ...changed.map(({ id, text }) => ({
      id,
      text,
      validFrom: dateOf(periods.get(id)?.from),
      validUntil: dateOf(periods.get(id)?.until),
    })),
    ...plan.removed.map(({ id }) => ({ id, text: null, validFrom: null, validUntil: null })),
  ]
}

function piecesOf(entryId: string, text: string) {
  return splitText(text).map((piece, part) => ({ ...piece, entryId, part }))
}

function beginningOf(text: string): string {
  return text.length <= SHOWN ? text : [...text.slice(0, SHOWN * 2)].slice(0, SHOWN).join('')
}
