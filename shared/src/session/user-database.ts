import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { PERSONAL_PREFIX, userDatabaseName } from './personal-keys.ts'

const VERSION = 2
/** Timeout in ms for opening the database, because some browsers never fire an event. */
const OPEN_WITHIN_MS = 4_000

interface UserSchema extends DBSchema {
  /** Unsent messages by id. The chat adds fields; `at` is the time at which the user sent the message (ISO 8601). */
  outbox: { key: string; value: { id: string; at: string } }
  /** Images that are not uploaded yet, by message id. */
  images: { key: string; value: Blob }
  /** Time of the latest sent text per ticket, in ms since 1970. An older draft is recognized as already sent. */
  sent_off: { key: string; value: number }
}

export type UserDatabase = IDBPDatabase<UserSchema>

/**
 * Opens the user's database, which sign-out deletes. `onClosed`: the database was closed for a newer version, for its
 * deletion, or by the browser. @throws DOMException when the browser stores no data; `TimeoutError` when it does not
 * respond.
 */
export async function openUserDatabase(
  staffId: string,
  onClosed: () => void = () => {},
): Promise<UserDatabase> {
  return openNamed(userDatabaseName(staffId), onClosed)
}

async function openNamed(name: string, onClosed: () => void): Promise<UserDatabase> {
  const opening = openDB<UserSchema>(name, VERSION, {
    upgrade(db) {
      // No release has stored anything under an earlier version, so the stores can be deleted.
      for (const name of db.objectStoreNames) db.deleteObjectStore(name)
      db.createObjectStore('outbox', { keyPath: 'id' })
      db.createObjectStore('images')
      db.createObjectStore('sent_off')
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
  let isTimedOut = false
  const timedOut = new Promise<never>((_, reject) => {
    setTimeout(() => {
      isTimedOut = true
      reject(new DOMException("the browser's database does not respond", 'TimeoutError'))
    }, OPEN_WITHIN_MS)
  })
  opening.then((db) => isTimedOut && db.close()).catch(() => undefined)
  return Promise.race([opening, timedOut])
}

/** Returns the number of messages in the outbox; 0 when the database does not exist. */
export async function countOutbox(staffId: string): Promise<number> {
  const name = userDatabaseName(staffId)
  if (!(await userDatabases()).includes(name)) return 0
  const db = await openNamed(name, () => {})
  try {
    return await db.count('outbox')
  } finally {
    db.close()
  }
}

/** Removes expired outboxes of all users. `before` is in ms since 1970. */
export async function removeExpiredOutboxes(before: number): Promise<void> {
  for (const name of await userDatabases()) {
    const db = await openNamed(name, () => {})
    try {
      const tx = db.transaction(['outbox', 'images', 'sent_off'], 'readwrite')
      for (const { id, at } of await tx.objectStore('outbox').getAll()) {
        if (Date.parse(at) >= before) continue
        await tx.objectStore('outbox').delete(id)
        await tx.objectStore('images').delete(id)
      }
      const marks = tx.objectStore('sent_off')
      for (let mark = await marks.openCursor(); mark !== null; mark = await mark.continue())
        if (mark.value < before) await mark.delete()
      await tx.done
    } finally {
      db.close()
    }
  }
}

async function userDatabases(): Promise<string[]> {
  const all = await indexedDB.databases()
  return all.flatMap(({ name }) => (name?.startsWith(PERSONAL_PREFIX) ? [name] : []))
}
