import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { changeEntries, findByContent, removeRows } from './entry.store.ts'
import { logOf } from './knowledge-responses.ts'
import { addChunks, type NewChunk, removeChunks } from './search-index.store.ts'
import { portionsOf } from './split-into-portions.ts'
import { splitText } from './split-text.ts'
import { listAdded, listRewritten, readEarlierStates, setTemporaryHashes } from './undo.store.ts'
import { finishUndo, type UndoJob } from './undo-job.store.ts'
import { addLog, addToCounts, countLogChanges, findLog } from './update-log.store.ts'
import { findOfSamePages } from './web-page.store.ts'

/** Maximum number of texts in memory: each may have 100,000 characters. */
const TEXTS = 250
/** Minimum number of chunks that are written together, from several batches of texts. */
const CHUNKS = 2_000

/**
 * Undoes a log entry in one transaction, but in batches, because it may have changed a whole source. An exception from
 * `onPortion` cancels the undo.
 */
export async function undoWithin(
  context: ServerContext,
  job: UndoJob,
  onPortion: (done: number) => Promise<void>,
): Promise<KnowledgeLog> {
  const { logId, staffId } = job
  return changeKnowledge(context.db, async (tx) => {
    const now = context.now()
    const log = await findLog(tx, logId)
    if (log === undefined || (await countLogChanges(tx, logId)).isChangedSince)
      throw new DeskError('conflict')
    const line = { source: log.source, origin: 'manual', action: 'undo', staffId, replaced: false } as const
    const undoId = await addLog(tx, line, now)
    let done = 0
    for (const ids of portionsOf(await listRewritten(tx, logId))) {
      await removeChunks(tx, ids)
      await onPortion(done)
    }
    // Removals run first, because another entry may receive the text of a removed one.
    const added = await listAdded(tx, logId)
    for (const ids of portionsOf(added)) {
      await removeRows(tx, ids, undoId, now)
      done += ids.length
      await onPortion(done)
    }
    await setTemporaryHashes(tx, logId)
    let inserted = 0
    let pieces: NewChunk[] = []
    const write = async (): Promise<void> => {
      await addChunks(tx, pieces)
      inserted += pieces.length
      pieces = []
      await onPortion(done)
    }
    let after: string | null = null
    for (;;) {
      const states = await readEarlierStates(tx, logId, { after, limit: TEXTS })
      const ids = states.map(({ id }) => id)
      const texts = states.map(({ text }) => text)
      const known = (await findByContent(tx, log.source, texts, ids)) ?? (await findOfSamePages(tx, ids))
      if (known !== undefined) throw new DeskError('conflict', { known_id: known })
      await changeEntries(tx, states, undoId, now)
      for (const { id, text, isRewritten } of states)
        if (isRewritten)
          pieces.push(...splitText(text).map((piece, part) => ({ ...piece, entryId: id, part })))
      done += states.length
      if (pieces.length >= CHUNKS) await write()
      after = ids.at(-1) ?? null
      if (states.length < TEXTS) break
    }
    await write()
    await addToCounts(tx, undoId, { inserted, removed: added.length })
    if (!(await finishUndo(tx, job, undoId, now))) throw new Error('another server has claimed this undo')
    const undone = await findLog(tx, undoId)
    if (undone === undefined) throw new Error('a new history row could not be read')
    return logOf(undone)
  })
}
