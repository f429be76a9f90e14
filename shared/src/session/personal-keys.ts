import { STORAGE_KEYS } from '../contract/constants.ts'
import { storedKeys, writeStored } from './browser-storage.ts'

/**
 * Prefix of keys that contain the staff id, so that another user of this browser does not see the values. The values
 * survive a reload, a closed tab and an expired session; sign-out removes them.
 */
export const PERSONAL_PREFIX = `${STORAGE_KEYS.personal}:`

/**
 * Kinds of personal values. `outbox`: a message that is not yet in the user's database (`user-database.ts`). `handed`:
 * recently transferred tickets. `knowledge`: input that was unsaved at the end of a session. `removed`: time of a
 * request to delete a message from the database. `upload`: see `unfinished-uploads.ts`.
 */
export type PersonalKind = 'draft' | 'outbox' | 'handed' | 'knowledge' | 'removed' | 'upload'

export const prefixOf = (staffId: string, kind?: PersonalKind) =>
  `${PERSONAL_PREFIX}${[encodeURIComponent(staffId), ...(kind === undefined ? [] : [kind])].join(':')}:`

export const keysWith = (prefix: string) => storedKeys().filter((key) => key.startsWith(prefix))

export const userDatabaseName = (staffId: string): string => `${PERSONAL_PREFIX}${staffId}`

export function removePersonal(staffId: string): void {
  for (const key of keysWith(prefixOf(staffId))) writeStored(key, null)
  try {
    indexedDB.deleteDatabase(userDatabaseName(staffId))
  } catch (error) {
    console.warn('sent messages could not be removed', error)
  }
}
