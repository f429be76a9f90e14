import { STORAGE_KEYS } from '../contract/constants.ts'
import { readStored, storedKeys, writeStored } from './storage.ts'

/**
 * What a person has written and not yet sent, and what they were told, kept in this browser under keys that name the person: nobody else who signs
 * in here reads it through the app. It outlives a reload, the tab and an expired session; signing out removes it.
 */
const PREFIX = STORAGE_KEYS.personal

/**
 * draft: text in the field of a conversation · outbox: a message that was sent off, until it stands in the database of the person's
 * own (`person-database.ts`), where it waits to arrive. Earlier releases kept it here alone · handed: cases that changed hands lately ·
 * knowledge: what was being written for the knowledge base when the session ended · removed: a message that has left that database,
 * or is to leave it once the browser removes it, and when that was wanted · upload: the name of a file that is being uploaded
 * (`unfinished-uploads.ts`).
 */
type PersonalKind = 'draft' | 'outbox' | 'handed' | 'knowledge' | 'removed' | 'upload'

const prefixOf = (staffId: string, kind?: PersonalKind) =>
  `${[PREFIX, encodeURIComponent(staffId), ...(kind === undefined ? [] : [kind])].join(':')}:`

/** Every value of one kind, by name. */
export function readPersonal(staffId: string, kind: PersonalKind): Map<string, string> {
  const prefix = prefixOf(staffId, kind)
  const found = new Map<string, string>()
  for (const key of keysWith(prefix)) {
    const value = readStored(key)
    if (value !== null) found.set(key.slice(prefix.length), value)
  }
  return found
}

/** Keeps a value, or removes it. A storage that is full or blocked costs the value its reload and no more. */
export function writePersonal(staffId: string, kind: PersonalKind, name: string, value: string | null): void {
  writeStored(`${prefixOf(staffId, kind)}${name}`, value)
}

/** Removes all that this person has written here. */
export function removePersonal(staffId: string): void {
  for (const key of keysWith(prefixOf(staffId))) writeStored(key, null)
  try {
    indexedDB.deleteDatabase(personDatabaseName(staffId))
  } catch (error) {
    console.warn('what was sent off could not be removed', error)
  }
}

export const PERSON_DATABASE_PREFIX = `${PREFIX}:`

/** The database of what a person has sent off. Its code comes with the first that needs it. */
export const personDatabaseName = (staffId: string): string => `${PERSON_DATABASE_PREFIX}${staffId}`

export type PersonDatabaseCalls = typeof import('./person-database.ts')
/** The names of files that are being uploaded. Its code comes with the first upload, or the first screen that uploads. */
export const unfinishedUploadCalls = (): Promise<typeof import('./unfinished-uploads.ts')> =>
  import('./unfinished-uploads.ts')

export const personDatabaseCalls = (): Promise<PersonDatabaseCalls> => import('./person-database.ts')

/** Removes of everybody what has expired, also of those who never sign in here again. `isExpired` reads a value by its kind. */
export function removeExpiredPersonal(isExpired: (kind: string, value: string) => boolean): void {
  for (const key of keysWith(`${PREFIX}:`)) {
    const [, , kind = ''] = key.split(':')
    if (isExpired(kind, readStored(key) ?? '')) writeStored(key, null)
  }
}

/** Calls when another tab has changed something of this person. Returns the end of it. */
export function followPersonal(
  staffId: string,
  listener: (kind: string, name: string, value: string | null) => void,
): () => void {
  const prefix = prefixOf(staffId)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (!key?.startsWith(prefix)) return
    const [kind = '', ...name] = key.slice(prefix.length).split(':')
    listener(kind, name.join(':'), newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

const keysWith = (prefix: string) => storedKeys().filter((key) => key.startsWith(prefix))
