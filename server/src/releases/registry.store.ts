import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq } from 'drizzle-orm'
import type { ReleaseRegistry } from 'shared/federation/remote-manifest.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { releaseLog, releaseRegistry } from '../db/release-schema.ts'
import { withJitter } from '../jitter.ts'
import { EMPTY_REGISTRY, type LoggedRelease, type RegistryChange } from './registry-rules.ts'

/** Each failed attempt means that another change succeeded, so this many changes may run at once. */
const CHANGE_ATTEMPTS = 50
const RETRY_MS = 20
const LOG_LIMIT = 10_000

export async function readRegistry(db: Db): Promise<ReleaseRegistry> {
  const [row] = await db.select().from(releaseRegistry).where(eq(releaseRegistry.id, 1))
  if (row === undefined) return EMPTY_REGISTRY
  return { ...(row.document as unknown as ReleaseRegistry), revision: row.revision }
}

const reads = new WeakMap<Db, Promise<ReleaseRegistry>>()

/** Reads the registry. Concurrent callers share one read, so that many requests use one database connection. */
export function readRegistryCoalesced(db: Db): Promise<ReleaseRegistry> {
  const running = reads.get(db)
  if (running !== undefined) return running
  const read = readRegistry(db).finally(() => reads.delete(db))
  reads.set(db, read)
  return read
}

/** After a conflict, calls `change` again with the new registry. Null means no change. */
export async function changeRegistry(
  db: Db,
  change: (registry: ReleaseRegistry) => RegistryChange | null | Promise<RegistryChange | null>,
): Promise<ReleaseRegistry> {
  for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt += 1) {
    const registry = await readRegistry(db)
    const next = await change(registry)
    if (next === null) return registry
    if (await compareAndSet(db, registry.revision, next)) return next.registry
    await pause(withJitter(RETRY_MS))
  }
  throw new Error(`the release registry was changed by others ${CHANGE_ATTEMPTS} times during this change`)
}

/** Stores the change and returns true, or returns false when the registry has another revision. */
export async function compareAndSet(db: Db, revision: number, change: RegistryChange): Promise<boolean> {
  const { registry, remote, action, release } = change
  const { revision: next, ...document } = registry
  return inTransaction(db, async (tx) => {
    const written =
      revision === 0
        ? await tx
            .insert(releaseRegistry)
            .values({ id: 1, revision: next, document })
            .onConflictDoNothing()
            .returning({ id: releaseRegistry.id })
        : await tx
            .update(releaseRegistry)
            .set({ revision: next, document, updatedAt: new Date() })
            .where(and(eq(releaseRegistry.id, 1), eq(releaseRegistry.revision, revision)))
            .returning({ id: releaseRegistry.id })
    if (written.length === 0) return false
    await tx.insert(releaseLog).values({ revision: next, remote, action, release })
    return true
  })
}

/** Returns the latest changes in the release log, in chronological order. */
export async function readReleaseLog(db: Db): Promise<LoggedRelease[]> {
  const newest = await db.select().from(releaseLog).orderBy(desc(releaseLog.revision)).limit(LOG_LIMIT)
  return newest.reverse()
}

export async function wasReleased(db: Db, remote: string, release: string): Promise<boolean> {
  const found = await db
    .select({ revision: releaseLog.revision })
    .from(releaseLog)
    .where(
      and(eq(releaseLog.remote, remote), eq(releaseLog.release, release), eq(releaseLog.action, 'release')),
    )
    .limit(1)
  return found.length > 0
}
