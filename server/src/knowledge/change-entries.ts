import type { deleteEntry, updateEntry } from 'shared/contract/knowledge/change-entry.call.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { logChanges } from 'shared/contract/knowledge/log-changes.call.ts'
import type { Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { type EntryRow, type EntryState, findByContent, findEntry } from './entry.store.ts'
import { changeOf, entryOf, logOf } from './knowledge-responses.ts'
import { countLogChanges, findLog, listChanges, type NewLog } from './update-log.store.ts'
import { datesOf, type ValidityDates } from './validity-dates.ts'
import { writeChange } from './write-change.ts'

/** Throws `not_found`; `conflict` with `entry` (another user changed it) or `known_id` (another entry has the text). */
export async function editEntry(
  context: ServerContext,
  { signedIn: { staff }, params: { id }, body }: CallRequest<typeof updateEntry>,
): Promise<KnowledgeEntry> {
  return changeKnowledge(context.db, async (tx) => {
    const entry = await findAsRead(tx, id, body.version)
    const state = { id, text: body.text, ...datesOf(body) }
    if (isAsRead(entry, state)) return entryOf(entry)
    const change = { source: entry.source, origin: 'manual', action: 'edit', staffId: staff.id } as const
    await applyStates(tx, change, [state], entry.text === state.text ? [] : [state], context.now())
    const changed = await findEntry(tx, id)
    if (changed === undefined) throw new Error('a changed entry could not be read')
    return entryOf(changed)
  })
}

/** Throws `not_found`, or `conflict` with `entry` when another user has changed it. */
export async function removeEntry(
  context: ServerContext,
  { signedIn: { staff }, params: { id }, query }: CallRequest<typeof deleteEntry>,
): Promise<void> {
  await changeKnowledge(context.db, async (tx) => {
    const { source } = await findAsRead(tx, id, query.version)
    const state = { id, text: null, validFrom: null, validUntil: null }
    const change = { source, origin: 'manual', action: 'remove', staffId: staff.id } as const
    await applyStates(tx, change, [state], [state], context.now())
  })
}

/** Throws `not_found` for an unknown log entry. */
export async function readChanges(
  { db }: ServerContext,
  { params: { id }, query }: CallRequest<typeof logChanges>,
) {
  const log = await findLog(db, id)
  if (log === undefined) throw new DeskError('not_found')
  const [rows, { total, isChangedSince }] = await Promise.all([
    listChanges(db, id, query),
    countLogChanges(db, id),
  ])
  // An undone log entry cannot be undone again, even when a manual edit restores the text that it had written.
  const canUndo = !isChangedSince && log.undo?.state !== 'done' && log.import?.state !== 'running'
  return { log: logOf(log), items: rows.map(changeOf), total, can_undo: canUndo }
}

async function findAsRead(tx: Tx, id: string, version: number): Promise<EntryRow> {
  const entry = await findEntry(tx, id)
  if (entry === undefined) throw new DeskError('not_found')
  if (entry.version !== version) throw new DeskError('conflict', { entry: entryOf(entry) })
  return entry
}

/** Indexes only the texts of `otherText`. Throws `conflict` with `known_id` when another entry has the same text. */
export async function applyStates(
  tx: Tx,
  change: Omit<NewLog, 'replaced'>,
  states: readonly EntryState[],
  otherText: readonly EntryState[],
  now: Date,
): Promise<void> {
  const ids = states.map(({ id }) => id)
  const texts = states.flatMap(({ text }) => (text === null ? [] : [text]))
  const known = await findByContent(tx, change.source, texts, ids)
  if (known !== undefined) throw new DeskError('conflict', { known_id: known })
  await writeChange(tx, { ...change, replaced: false }, { states, rewritten: otherText }, now)
}

export function isAsRead(entry: EntryRow, edit: ValidityDates & { text: string }): boolean {
  const { validFrom, validUntil } = datesOf(entry)
  return (
    entry.text === edit.text &&
    validFrom?.getTime() === edit.validFrom?.getTime() &&
    validUntil?.getTime() === edit.validUntil?.getTime()
  )
}
