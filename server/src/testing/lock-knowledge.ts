import { closeDatabase, type DatabaseAddress, openDatabase } from '../db/client.ts'
import { changeKnowledge } from '../knowledge/change-knowledge.ts'

/**
 * Locks the knowledge base, as another server does during a change, until the returned function is called. Resolves
 * when the lock is held.
 */
export async function lockKnowledge(address: DatabaseAddress): Promise<() => Promise<void>> {
  const other = openDatabase(address, { poolSize: 1 })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: hold } = Promise.withResolvers<void>()
  const work = changeKnowledge(other, async () => {
    hold()
    await ended
  })
  await isLocked
  return async () => {
    end()
    await work
    await closeDatabase(other)
  }
}
