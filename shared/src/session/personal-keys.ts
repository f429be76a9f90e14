import { STORAGE_KEYS } from '../contract/constants.ts'
import { storedKeys, writeStored } from './browser-storage.ts'

/**
 * Prefix of the localStorage keys for drafts, pending messages and notices of one user. The keys contain the staff
 * id, so that the app does not show the values to another user of this browser. The values survive a reload, a
 * closed tab and an expired session; sign-out removes them.
 */
export const PERSONAL_PREFIX = `${STORAGE_KEYS.personal}:`

/**
 * `draft`: text in the composer of a conversation. `outbox`: a message that is not yet in the user's database
 * (`user-database.ts`). `handed`: recently transferred tickets. `knowledge`: input of the knowledge base that was
 * unsaved at the end of a session. `removed`: a message that was or will be deleted from the database, with the
 * time of the request. `upload`: name of a file that is being uploaded (`unfinished-uploads.ts`).
 */
export type PersonalKind = 'draft' | 'outbox' | 'handed' | 'knowledge' | 'removed' | 'upload'

/** Returns the prefix of a user's keys: of all kinds of values, or of one kind. */
export const prefixOf = (staffId: string, kind?: PersonalKind) =>
  `${PERSONAL_PREFIX}${[encodeURIComponent(staffId), ...(kind === undefined ? [] : [kind])].join(':')}:`

export const keysWith = (prefix: string) => storedKeys().filter((key) => key.startsWith(prefix))

/** Returns the name of the IndexedDB database with the user's pending messages. */
export const userDatabaseName = (staffId: string): string => `${PERSONAL_PREFIX}${staffId}`

/** Removes all values that are stored for a user. */
export function removePersonal(staffId: string): void {
  for (const key of keysWith(prefixOf(staffId))) writeStored(key, null)
  try {
    indexedDB.deleteDatabase(userDatabaseName(staffId))
  } catch (error) {
    console.warn('sent messages could not be removed', error)
  }
}
