import type { Db } from '../db/client.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { searchedText } from './normalized-text.ts'
import { findStaleBlock, readBlockChunks, removeBlock, rewriteBlock } from './search-index.store.ts'
import { PostingsWriter } from './search-index-format.ts'
import { termsOf } from './search-terms.ts'
import { YieldBudget } from './yield-budget.ts'

const MAX_DEAD_CHUNKS = 1024

/** Rebuilds stale and deletes empty blocks, at most `limit`, while searches continue. Returns their number. */
export async function reindexKnowledge(db: Db, limit: number): Promise<number> {
  for (let written = 0; written < limit; written += 1) {
    if ((await findStaleBlock(db, MAX_DEAD_CHUNKS)) === undefined) return written
    await changeKnowledge(db, async (tx) => {
      // Another server may have rebuilt the block while this server waited.
      const staleBlock = await findStaleBlock(tx, MAX_DEAD_CHUNKS)
      if (staleBlock === undefined) return
      const { block, isEmpty } = staleBlock
      if (isEmpty) return removeBlock(tx, block)
      const writer = new PostingsWriter()
      const yieldBudget = new YieldBudget()
      const chunks = await readBlockChunks(tx, block)
      for (const chunk of chunks) {
        await yieldBudget.after(chunk.heading.length + chunk.content.length)
        writer.add(chunk.no, termsOf(searchedText(chunk)))
      }
      await rewriteBlock(
        tx,
        block,
        chunks.map(({ no }) => no),
        writer,
      )
    })
  }
  return limit
}
