import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { logOf } from './answers.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { changeEntries, findByContent } from './entry.store.ts'
import { addLog, countChanges, findLog, noteInserted } from './history.store.ts'
import { addChunks, type NewChunk, removeChunks } from './index.store.ts'
import { findOfSamePages } from './page.store.ts'
import { splitText } from './split-text.ts'
import { listRewritten, readEarlierStates, removeAdded, setTextsAside } from './undo.store.ts'

/** Texts in memory at a time: each may have 100,000 letters. */
const TEXTS = 250
/** Chunks that are written together, more than of one portion of texts. */
const CHUNKS = 2_000

/**
 * Puts all entries of a line of the history back to how they read before, a portion at a time, for these may be a whole source. Throws
 * `not_found`, or `conflict` where one of them has been changed since, or, with `known_id`, where an earlier text, or its page, stands
 * in another entry now.
 */
export async function undoLog(
  context: ServerContext,
  { staff }: SignedIn,
  logId: string,
): Promise<{ log: KnowledgeLog }> {
  return changeKnowledge(context.db, async (tx) => {
    const now = context.now()
    const log = await findLog(tx, logId)
    if (log === undefined) throw new DeskError('not_found')
    if ((await countChanges(tx, logId)).changedSince > 0) throw new DeskError('conflict')
    const change = { source: log.source, origin: 'manual', action: 'undo', staffId: staff.id } as const
    const undoId = await addLog(tx, { ...change, inserted: 0, replaced: false }, now)
    await removeChunks(tx, await listRewritten(tx, logId))
    // What one gives up may be another's.
    await removeAdded(tx, logId, undoId, now)
    await setTextsAside(tx, logId)
    let inserted = 0
    let pieces: NewChunk[] = []
    const write = async (): Promise<void> => {
      await addChunks(tx, pieces)
      inserted += pieces.length
      pieces = []
    }
    let after: string | null = null
    for (;;) {
      const states = await readEarlierStates(tx, logId, { after, limit: TEXTS })
      const ids = states.map(({ id }) => id)
      const texts = states.map(({ text }) => text)
      const known = (await findByContent(tx, log.source, texts, ids)) ?? (await findOfSamePages(tx, ids, ids))
      if (known !== undefined) throw new DeskError('conflict', { known_id: known })
      await changeEntries(tx, states, undoId, now)
      for (const { id, text, isRewritten } of states)
        if (isRewritten)
          pieces.push(...splitText(text).map((piece, part) => ({ ...piece, entryId: id, part })))
      if (pieces.length >= CHUNKS) await write()
      after = ids.at(-1) ?? null
      if (states.length < TEXTS) break
    }
    await write()
    await noteInserted(tx, undoId, inserted)
    const undone = await findLog(tx, undoId)
    if (undone === undefined) throw new Error('a line of the history just written cannot be read')
    return { log: logOf(undone) }
  })
}
