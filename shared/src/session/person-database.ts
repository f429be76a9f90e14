import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { PERSONAL_PREFIX, personDatabaseName } from './personal-keys.ts'

const VERSION = 1
/** Some browsers leave an opening without any answer. */
const OPEN_WITHIN_MS = 4_000

interface PersonSchema extends DBSchema {
  /** What was sent off and has not arrived; its fields are the chat's, `at` is when it was sent off (ISO 8601). */
  outbox: { key: string; value: { id: string; at: string } }
  /** Pictures of those messages that still have to be uploaded, by the message's id. */
  pictures: { key: string; value: Blob }
  /** By ticket: up to when (ms since 1970) what stood in its field has been sent off. Written with the message, so that a draft that was kept before is known to be void. */
  sent_off: { key: string; value: number }
}

export type PersonDatabase = IDBPDatabase<PersonSchema>

/**
 * Opens what this browser keeps of one person; signing out deletes it. `onClosed`: it was closed for a newer version, for its
 * deletion, or by the browser.
 * @throws DOMException when the browser keeps nothing; `TimeoutError` when it does not answer.
 */
export async function openPersonDatabase(
  staffId: string,
  onClosed: () => void = () => {},
): Promise<PersonDatabase> {
  return openNamed(personDatabaseName(staffId), onClosed)
}

async function openNamed(name: string, onClosed: () => void): Promise<PersonDatabase> {
  const opening = openDB<PersonSchema>(name, VERSION, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'id' })
      db.createObjectStore('pictures')
      db.createObjectStore('sent_off')
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
  let isLate = false
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      isLate = true
      reject(new DOMException('the database of this browser does not answer', 'TimeoutError'))
    }, OPEN_WITHIN_MS)
  })
  // What opens too late is used by nobody.
  opening.then((db) => isLate && db.close()).catch(() => undefined)
  return Promise.race([opening, late])
}

/** How many messages of this person have not arrived; 0 where nothing can be read. */
export async function countOutbox(staffId: string): Promise<number> {
  const name = personDatabaseName(staffId)
  if (!(await personDatabases()).includes(name)) return 0
  const db = await openNamed(name, () => {})
  try {
    return await db.count('outbox')
  } finally {
    db.close()
  }
}

/** Removes of everybody what was sent off before a time (ms since 1970). */
export async function removeExpiredOutboxes(before: number): Promise<void> {
  for (const name of await personDatabases()) {
    const db = await openNamed(name, () => {})
    try {
      const tx = db.transaction(['outbox', 'pictures', 'sent_off'], 'readwrite')
      for (const { id, at } of await tx.objectStore('outbox').getAll()) {
        if (Date.parse(at) >= before) continue
        await tx.objectStore('outbox').delete(id)
        await tx.objectStore('pictures').delete(id)
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

async function personDatabases(): Promise<string[]> {
  const all = await indexedDB.databases()
  return all.flatMap(({ name }) => (name?.startsWith(PERSONAL_PREFIX) ? [name] : []))
}
