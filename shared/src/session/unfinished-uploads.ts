import { createListeners } from '../contract/listeners.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { serverNow } from './server-clock.ts'
import { readSession } from './session.store.ts'
import { followPersonal, readPersonal, writePersonal } from './user-storage.ts'

export type UploadScreen = 'promotion' | 'suggestion' | 'knowledge-image' | 'knowledge-import'

/** Record of an upload in progress, so that the file can be listed when the page closes before the upload ends. */
interface Mark {
  name: string
  /** Id of the page. Empty when the page has abandoned the upload. */
  page: string
  /** Id of the tab. A reload does not change it. */
  tab: string
  at: number
}

export type UnfinishedUploads = Awaited<ReturnType<typeof openUnfinishedUploads>>

const MAX_MARKS = 100
const MAX_NAME = 200
const RETENTION_MS = 30 * 24 * 60 * 60_000
/** Age in ms from which another tab's upload is treated as unfinished in browsers without Web Locks (without https). */
const UNLOCKED_MS = 10 * 60_000
const LOCK = 'desk-uploads:'
const TAB_KEY = 'desk:uploads:tab'

const page = crypto.getRandomValues(new Uint32Array(2)).join('-')
const tab = readStored(TAB_KEY, 'sessionStorage') ?? page
let marks = 0
let isLocked: Promise<void> | undefined
let livePages: ReadonlySet<string> = new Set([page])
const watched = new Set<string>()
const { subscribe, notify } = createListeners()

export async function beginUpload(screen: UploadScreen, name: string) {
  const staffId = readSession().profile?.id
  await lockPage()
  marks += 1
  const key = `${screen}:${page}:${marks}`
  const mark: Mark = { name: name.slice(0, MAX_NAME), page, tab, at: serverNow() }
  const write = (value: Mark | null) => {
    if (staffId === undefined) return
    writePersonal(staffId, 'upload', key, value === null ? null : JSON.stringify(value))
    notify()
  }
  if (staffId !== undefined && readPersonal(staffId, 'upload').size < MAX_MARKS) write(mark)
  return {
    uploaded() {
      write(null)
      remove(screen, (other) => other.name === mark.name)
    },
    /** Called when the user has removed the file, or has seen the error. */
    stopped: () => write(null),
    /** Called when the upload was stopped without asking the user, for example by an expired session. */
    abandoned() {
      // After a sign-out the record is already removed, and must not be written again.
      if (staffId !== undefined && readPersonal(staffId, 'upload').has(key)) write({ ...mark, page: '' })
    },
  }
}

export async function openUnfinishedUploads(screen: UploadScreen) {
  await findLivePages()
  let names: readonly string[] = []
  const read = () => {
    const found = [...new Set(unfinished(screen).map(({ mark }) => mark.name))]
    if (found.join('\n') !== names.join('\n')) names = found
    return names
  }
  return {
    /** Returns the same array until the list of unfinished uploads changes. */
    names: read,
    subscribe(listener: () => void) {
      const unsubscribe = subscribe(listener)
      const { profile } = readSession()
      const unfollow =
        profile && followPersonal(profile.id, (kind) => kind === 'upload' && void findLivePages())
      return () => {
        unsubscribe()
        unfollow?.()
      }
    },
    dismiss: () => remove(screen, () => true),
  }
}

/** Holds a lock until this page closes, so that other tabs can see that this page is open. */
function lockPage(): Promise<void> {
  writeStored(TAB_KEY, tab, 'sessionStorage')
  isLocked ??= new Promise((resolve) => {
    if (navigator.locks === undefined) resolve()
    else
      navigator.locks
        .request(LOCK + page, () => {
          resolve()
          return new Promise(() => {})
        })
        .catch((error: unknown) => {
          console.warn('other tabs cannot see the upload of this tab', error)
          resolve()
        })
  })
  return isLocked
}

/** Finds the pages of this browser that are still open, and searches again when one of them closes. */
async function findLivePages(): Promise<void> {
  if (navigator.locks === undefined) return notify()
  try {
    const { held = [] } = await navigator.locks.query()
    const names = held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : []))
    livePages = new Set([page, ...names])
    for (const other of names) if (other !== page) watch(other)
  } catch (error) {
    console.warn('open tabs could not be listed', error)
  }
  notify()
}

function watch(other: string): void {
  if (watched.has(other)) return
  watched.add(other)
  navigator.locks
    .request(LOCK + other, { mode: 'shared' }, () => {})
    .then(
      () => {
        watched.delete(other)
        return findLivePages()
      },
      (error: unknown) => console.warn('waiting for another tab to close failed', error),
    )
}

function unfinished(screen: UploadScreen): { key: string; mark: Mark }[] {
  const staffId = readSession().profile?.id
  if (staffId === undefined) return []
  const found: { key: string; mark: Mark }[] = []
  for (const [key, json] of readPersonal(staffId, 'upload')) {
    if (!key.startsWith(`${screen}:`)) continue
    const mark = readMark(json)
    if (mark === null || serverNow() - mark.at > RETENTION_MS) writePersonal(staffId, 'upload', key, null)
    else if (hasEnded(mark)) found.push({ key, mark })
  }
  return found.sort((a, b) => a.mark.name.localeCompare(b.mark.name, 'th', { numeric: true }))
}

function hasEnded(mark: Mark): boolean {
  if (mark.page === page) return false
  if (mark.page === '') return true
  if (navigator.locks !== undefined) return !livePages.has(mark.page)
  return mark.tab === tab || serverNow() - mark.at > UNLOCKED_MS
}

function readMark(json: string): Mark | null {
  try {
    const { name, page, tab, at } = JSON.parse(json) as Partial<Mark>
    return name === undefined || page === undefined || at === undefined
      ? null
      : { name, page, tab: tab ?? '', at }
  } catch {
    return null
  }
}

function remove(screen: UploadScreen, isMeant: (mark: Mark) => boolean): void {
  const staffId = readSession().profile?.id
  if (staffId === undefined) return
  for (const { key, mark } of unfinished(screen))
    if (isMeant(mark)) writePersonal(staffId, 'upload', key, null)
  notify()
}
