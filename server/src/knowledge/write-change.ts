import type { Tx } from '../db/client.ts'
import { addEntries, changeEntries, type EntryState, type NewEntry } from './entry.store.ts'
import { addChunks, type NewChunk, removeChunks } from './search-index.store.ts'
import { portionsOf } from './split-into-portions.ts'
import { splitText } from './split-text.ts'
import { addLog, addToCounts, type NewLog } from './update-log.store.ts'
import { YieldBudget } from './yield-budget.ts'

export interface Change {
  states?: readonly EntryState[]
  /** Changed entries whose text must be indexed again; all when omitted. */
  rewritten?: readonly EntryState[]
  added?: readonly NewEntry[]
}

/** Runs inside `changeKnowledge`. Returns the ids of the added entries in order, and the number of added chunks. */
export async function writeChange(
  tx: Tx,
  line: NewLog,
  change: Change,
  now: Date,
): Promise<{ ids: string[]; inserted: number }> {
  return appendToChange(tx, await addLog(tx, line, now), change, now)
}

/** Runs inside the transaction of `changeKnowledge`. */
export async function appendToChange(
  tx: Tx,
  logId: string,
  { states = [], rewritten = states, added = [] }: Change,
  now: Date,
): Promise<{ ids: string[]; inserted: number }> {
  const yieldBudget = new YieldBudget()
  const chunksOf = async (id: string, text: string): Promise<NewChunk[]> => {
    await yieldBudget.after(text.length)
    return splitText(text).map((piece, part) => ({ ...piece, entryId: id, part }))
  }
  for (const ids of portionsOf(rewritten.map(({ id }) => id))) await removeChunks(tx, ids)
  await changeEntries(tx, states, logId, now)
  const ids = await addEntries(tx, added, logId, now)
  const chunks: NewChunk[] = []
  for (const { id, text } of rewritten) if (text !== null) chunks.push(...(await chunksOf(id, text)))
  for (const [at, { text }] of added.entries()) chunks.push(...(await chunksOf(ids[at] ?? '', text)))
  await addChunks(tx, chunks)
  const removed = states.filter(({ text }) => text === null).length
  await addToCounts(tx, logId, { inserted: chunks.length, removed })
  return { ids, inserted: chunks.length }
}
