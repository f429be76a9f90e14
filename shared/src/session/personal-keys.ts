import { STORAGE_KEYS } from '../contract/constants.ts'
import { storedKeys, writeStored } from './storage.ts'

/**
 * Prefix of the localStorage keys for unsent texts and notices of one person. The keys contain the staff id, so that another person who
 * signs in here does not read them through the app. They outlast a reload, the tab and an expired session; signing out removes them.
 */
export const PERSONAL_PREFIX = `${STORAGE_KEYS.personal}:`

/**
 * draft: text in the composer of a conversation · outbox: a message that is not yet in the person's database (`person-database.ts`), which
 * stores it until it is sent · handed: tickets that were recently transferred · knowledge: unsaved input of the knowledge base when the
 * session ended · removed: a message that was or will be deleted from that database, with the time of the request · upload: the name of a
 * file that is being uploaded (`unfinished-uploads.ts`).
 */
export type PersonalKind = 'draft' | 'outbox' | 'handed' | 'knowledge' | 'removed' | 'upload'

/** Key prefix of a person, or of one kind of that person's keys. */
export const prefixOf = (staffId: string, kind?: PersonalKind) =>
  `${PERSONAL_PREFIX}${[encodeURIComponent(staffId), ...(kind === undefined ? [] : [kind])].join(':')}:`

/** The stored keys with this prefix. */
export const keysWith = (prefix: string) => storedKeys().filter((key) => key.startsWith(prefix))

/** Name of the IndexedDB database of messages that a person is sending. */
export const personDatabaseName = (staffId: string): string => `${PERSONAL_PREFIX}${staffId}`

/** Removes all stored texts of this person. */
export function removePersonal(staffId: string): void {
  for (const key of keysWith(prefixOf(staffId))) writeStored(key, null)
  try {
    indexedDB.deleteDatabase(personDatabaseName(staffId))
  } catch (error) {
    console.warn('sent messages could not be removed', error)
  }
}
