import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deskKeys } from '../db/media-schema.ts'

/**
 * Keys that all servers of a desk share. `media-addresses` signs addresses that expire. `public-media-names` names public files by
 * their content: it never changes, for their addresses stand in customers' chats.
 */
type DeskKeyName = 'media-addresses' | 'public-media-names'

const KEY_BYTES = 32

/** The key of this name, made when there is none; servers that ask at once get the same one. */
export async function deskKey(db: Db, name: DeskKeyName): Promise<Buffer> {
  const value = randomBytes(KEY_BYTES).toString('base64url')
  await db.insert(deskKeys).values({ name, value }).onConflictDoNothing()
  const [found] = await db.select({ value: deskKeys.value }).from(deskKeys).where(eq(deskKeys.name, name))
  if (found === undefined) throw new Error(`the key ${name} is gone`)
  return Buffer.from(found.value, 'base64url')
}
