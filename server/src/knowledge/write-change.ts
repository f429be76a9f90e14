import type { Tx } from '../db/client.ts'
import { addEntries, changeEntries, type EntryState, type NewEntry } from './entry.store.ts'
import { addLog, type NewLog } from './history.store.ts'
import { addChunks, type NewChunk, removeChunks } from './index.store.ts'
import { portionsOf } from './portions.ts'
import { splitText } from './split-text.ts'

export interface Change {
  /** What entries that are there are to be from now on. */
  states?: readonly EntryState[]
  /** Those of them whose text is another one, and comes into the index anew; otherwise all. */
  rewritten?: readonly EntryState[]
  added?: readonly NewEntry[]
}

/**
 * Writes a line of the history with what it does: entries, versions and index. Answers the line's id, those of the added entries in their
 * order, and how many chunks came in. For `changeKnowledge`.
 */
export async function writeChange(
  tx: Tx,
  line: Omit<NewLog, 'inserted' | 'removed'>,
  { states = [], rewritten = states, added = [] }: Change,
  now: Date,
): Promise<{ logId: string; ids: string[]; inserted: number }> {
  const anew = rewritten.flatMap(({ id, text }) => (text === null ? [] : piecesOf(id, splitText(text))))
  const pieces = added.map(({ text }) => splitText(text))
  const inserted = pieces.reduce((sum, { length }) => sum + length, anew.length)
  const removed = states.filter(({ text }) => text === null).length
  const logId = await addLog(tx, { ...line, inserted, removed }, now)
  for (const ids of portionsOf(rewritten.map(({ id }) => id))) await removeChunks(tx, ids)
  await changeEntries(tx, states, logId, now)
  const ids = await addEntries(tx, added, logId, now)
  await addChunks(tx, [...anew, ...ids.flatMap((id, place) => piecesOf(id, pieces[place] ?? []))])
  return { logId, ids, inserted }
}

function piecesOf(entryId: string, pieces: ReturnType<typeof splitText>): NewChunk[] {
  return pieces.map((piece, part) => ({ ...piece, entryId, part }))
}
