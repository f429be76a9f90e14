import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deskKeys } from '../db/media-schema.ts'

/** The key `public-media-names` never changes, because URLs that depend on this key are in customers' chats. */
type DeskKeyName = 'media-addresses' | 'public-media-names'

const KEY_BYTES = 32

/** Returns a key and creates it if missing. Servers that request a key concurrently get the same one. */
export async function deskKey(db: Db, name: DeskKeyName): Promise<Buffer> {
  const value = randomBytes(KEY_BYTES).toString('base64url')
  await db.insert(deskKeys).values({ name, value }).onConflictDoNothing()
  const [found] = await db.select({ value: deskKeys.value }).from(deskKeys).where(eq(deskKeys.name, name))
  if (found === undefined) throw new Error(`the key ${name} does not exist`)
  return Buffer.from(found.value, 'base64url')
}
