import { STORAGE_KEYS } from '../contract/constants.ts'
import { storedKeys, writeStored } from './storage.ts'

/**
 * Prefix of the localStorage keys for unsent texts and notices of one person. The keys contain the staff id, so that another person who
 * signs in here does not read them through the app. They outlast a reload, the tab and an expired session; signing out removes them.
 */
export const PERSONAL_PREFIX = `${STORAGE_KEYS.personal}:`

/**
 * draft: text in the field of a conversation · outbox: a message that was sent off, until it stands in the database of the person's
 * own (`person-database.ts`), where it waits to arrive. Earlier releases kept it here alone · handed: cases that changed hands lately ·
 * knowledge: what was being written for the knowledge base when the session ended · removed: a message that has left that database,
 * or is to leave it once the browser removes it, and when that was wanted · upload: the name of a file that is being uploaded
 * (`unfinished-uploads.ts`).
 */
export type PersonalKind = 'draft' | 'outbox' | 'handed' | 'knowledge' | 'removed' | 'upload'

/** Prefix of the keys of a person, or of one kind of them. */
export const prefixOf = (staffId: string, kind?: PersonalKind) =>
  `${PERSONAL_PREFIX}${[encodeURIComponent(staffId), ...(kind === undefined ? [] : [kind])].join(':')}:`

/** The stored keys that begin with this. */
export const keysWith = (prefix: string) => storedKeys().filter((key) => key.startsWith(prefix))

/** Name of the IndexedDB database with the messages that a person is sending. */
export const personDatabaseName = (staffId: string): string => `${PERSONAL_PREFIX}${staffId}`

/** Removes all stored texts of this person. */
export function removePersonal(staffId: string): void {
  for (const key of keysWith(prefixOf(staffId))) writeStored(key, null)
  try {
    indexedDB.deleteDatabase(personDatabaseName(staffId))
  } catch (error) {
    console.warn('what was sent off could not be removed', error)
  }
}
