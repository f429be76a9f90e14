import { STORAGE_KEYS } from '../contract/constants.ts'
import { storedKeys, writeStored } from './browser-storage.ts'

/**
 * Prefix of the localStorage keys for drafts, pending messages and notices of one user. The keys contain the staff id,
 * so that another user of this browser does not see them in the app. They survive a reload, a closed tab and an expired
 * session; sign-out removes them.
 */
export const PERSONAL_PREFIX = `${STORAGE_KEYS.personal}:`

/**
 * `draft`: text in the composer of a conversation. `outbox`: a message before it is stored in the user's database
 * (`user-database.ts`). `handed`: recently transferred tickets. `knowledge`: unsaved input of the knowledge base at
 * the end of a session. `removed`: a message that was or will be deleted from that database, with the time of the
 * request. `upload`: name of a file that is being uploaded (`unfinished-uploads.ts`).
 */
export type PersonalKind = 'draft' | 'outbox' | 'handed' | 'knowledge' | 'removed' | 'upload'

/** Returns the key prefix of a user, or of one kind of values of the user. */
export const prefixOf = (staffId: string, kind?: PersonalKind) =>
  `${PERSONAL_PREFIX}${[encodeURIComponent(staffId), ...(kind === undefined ? [] : [kind])].join(':')}:`

export const keysWith = (prefix: string) => storedKeys().filter((key) => key.startsWith(prefix))

/** Returns the name of the IndexedDB database with the user's pending messages. */
export const userDatabaseName = (staffId: string): string => `${PERSONAL_PREFIX}${staffId}`

/** Removes all stored texts of a user. */
export function removePersonal(staffId: string): void {
  for (const key of keysWith(prefixOf(staffId))) writeStored(key, null)
  try {
    indexedDB.deleteDatabase(userDatabaseName(staffId))
  } catch (error) {
    console.warn('sent messages could not be removed', error)
  }
}
