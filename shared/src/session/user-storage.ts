import { readStored, writeStored } from './browser-storage.ts'
import { keysWith, PERSONAL_PREFIX, type PersonalKind, prefixOf } from './personal-keys.ts'

export function readPersonal(staffId: string, kind: PersonalKind): Map<string, string> {
  const prefix = prefixOf(staffId, kind)
  const found = new Map<string, string>()
  for (const key of keysWith(prefix)) {
    const value = readStored(key)
    if (value !== null) found.set(key.slice(prefix.length), value)
  }
  return found
}

/** Stores a personal value; null removes it. When the storage is full or blocked, the value is lost on reload. */
export function writePersonal(staffId: string, kind: PersonalKind, name: string, value: string | null): void {
  writeStored(`${prefixOf(staffId, kind)}${name}`, value)
}

/** Removes expired values of all users, including users who never sign in here again. */
export function removeExpiredPersonal(isExpired: (kind: string, value: string) => boolean): void {
  for (const key of keysWith(PERSONAL_PREFIX)) {
    const [, , kind = ''] = key.split(':')
    if (isExpired(kind, readStored(key) ?? '')) writeStored(key, null)
  }
}

/** Calls the listener for changes that other tabs make. */
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
