import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from 'shared/session'
import { insertLink, reinsertLink } from './insert-link.ts'
import { type DropPosition, MAX_LINKS, type PromoLink, readLinks } from './promo-link.ts'

const KEY = 'promo_upload_items'
/** Storage key to which a damaged list is copied before the list is overwritten. */
const DAMAGED_COPY_KEY = `${KEY}_damaged`

/** Links of the list, newest first. All tabs share them. */
export interface PromoLinks {
  links: readonly PromoLink[]
  /** False when some links exist only in this tab, because the browser's storage is full or blocked. */
  isStored: boolean
  /** True when a stored list could not be parsed completely. Its raw text is kept. */
  isDamaged: boolean
}

interface State extends PromoLinks {
  unkept: ReadonlySet<string>
}

let state: State | null = null
let damaged: string | null = null
const listeners = new Set<() => void>()
/** Time in ms after which other tabs usually receive a change of the storage. */
const NOTIFIED_MS = 30
/** Storage key for ids of the links just removed. Written before the list, so that other tabs get the ids first. */
const REMOVED_KEY = `${KEY}_taken`
/** Age in ms up to which a link is restored when another tab stores a list without it: that tab did not know it. */
const NEW_LINK_MS = 2_000
const newLinks = new Map<string, PromoLink & { position: DropPosition }>()

export function usePromoLinks(): PromoLinks {
  return useSyncExternalStore(subscribe, promoLinks)
}

function promoLinks(): PromoLinks {
  state ??= stateOf(readStoredLinks())
  return state
}

const LOCK = 'promo-links'

/** Thrown when other tabs have filled the list. No link is dropped without an error. */
export class ListFull extends Error {}

/**
 * Changes the list under a lock that all tabs share: other tabs receive a write with a delay, and would overwrite it
 * with an older list. Without Web Locks (no HTTPS) there is no lock. @throws ListFull
 */
function change(next: (links: readonly PromoLink[]) => readonly PromoLink[]): Promise<void> {
  const work = () => {
    const before = readAgain().links
    const after = next(before)
    if (after.length > MAX_LINKS && after.length > before.length)
      throw new ListFull('the list of links is full')
    store(after)
  }
  return new Promise((resolve, reject) => {
    const begin = async () => {
      work()
      resolve()
      // Holds the lock until other tabs have received the change.
      await new Promise((end) => setTimeout(end, NOTIFIED_MS))
    }
    let begun = false
    const once = () => {
      begun = true
      return begin()
    }
    if (!('locks' in navigator)) return void begin().catch(reject)
    // Browsers that block storage also deny locks.
    navigator.locks
      .request(LOCK, once)
      .catch((error: unknown) => (begun ? reject(error) : begin().catch(reject)))
  })
}

/** Adds a link. Returns the existing entry if the image is already in the list. */
export async function addLink(link: PromoLink & { position: DropPosition }): Promise<PromoLink> {
  let entry: PromoLink = link
  await change((links) => {
    const next = insertLink(links, link)
    entry = next.find(({ url }) => url === link.url) ?? link
    return next
  })
  newLinks.set(entry.id, { ...link, ...entry })
  setTimeout(() => newLinks.delete(entry.id), NEW_LINK_MS)
  return entry
}

export interface RemovedLink {
  link: PromoLink
  position: number
}

/** Removes links from the list. The images remain on the server, because customers may have received the links. */
export async function removeLinks(ids: ReadonlySet<string>): Promise<readonly RemovedLink[]> {
  let removed: readonly RemovedLink[] = []
  for (const id of ids) newLinks.delete(id)
  await change((links) => {
    removed = links.flatMap((link, position) => (ids.has(link.id) ? { link, position } : []))
    storeRemovedIds(ids)
    return links.filter(({ id }) => !ids.has(id))
  })
  return removed
}

/** Restores removed links whose image is not in the list again. Returns the links for which there is no room. */
export async function restoreLinks(removed: readonly RemovedLink[]): Promise<readonly RemovedLink[]> {
  const left: RemovedLink[] = []
  await change((links) =>
    removed.reduce((before, each) => {
      const { link, position } = each
      if (before.some(({ id, url }) => id === link.id || url === link.url)) return before
      if (before.length < MAX_LINKS) return reinsertLink(before, link, position)
      left.push(each)
      return before
    }, links),
  )
  return left
}

export function findBySha256(sha256: string): PromoLink | undefined {
  return readAgain().links.find((link) => link.sha256 === sha256)
}

export const indexOfLink = (id: string): number => promoLinks().links.findIndex((link) => link.id === id)

export const freeCapacity = (): number => MAX_LINKS - promoLinks().links.length

/** Reads the stored list again, because another tab may have changed it before the storage event arrives. */
function readAgain(): State {
  const before = state
  const stored = readStoredLinks()
  const unkept = before?.links.filter(({ id }) => before.unkept.has(id)) ?? []
  state = stateOf([...unkept, ...stored], before?.unkept)
  return state
}

/** Stores the list. If that fails, links that the stored list does not contain yet exist only in this tab. */
function store(links: readonly PromoLink[]): void {
  const limitedLinks = links.slice(0, MAX_LINKS)
  if (write(limitedLinks)) state = stateOf(limitedLinks)
  else {
    const before = new Set(readStoredLinks().map(({ id }) => id))
    write(limitedLinks.filter(({ id }) => before.has(id)))
    state = stateOf(limitedLinks, new Set(limitedLinks.map(({ id }) => id).filter((id) => !before.has(id))))
  }
  // While links are not stored, asks before this tab is closed, on whichever page the tab is.
  window[state.isStored ? 'removeEventListener' : 'addEventListener']('beforeunload', preventUnload)
  notify()
}

const preventUnload = (event: Event) => event.preventDefault()

export function damagedText(): string | null {
  const aside = readStored(DAMAGED_COPY_KEY)
  if (aside === null || damaged === null) return aside ?? damaged
  return aside.includes(damaged) ? aside : `${aside}\n\n${damaged}`
}

export async function forgetDamaged(): Promise<void> {
  await change((links) => {
    // Removes the copy of the damaged text first, because the list may need its space in the browser storage.
    writeStored(DAMAGED_COPY_KEY, null)
    if (damaged !== null) writeStored(KEY, null)
    damaged = null
    return links
  })
  readAgain()
  notify()
}

function stateOf(links: readonly PromoLink[], unkept: ReadonlySet<string> = new Set()): State {
  return { links, unkept, isStored: unkept.size === 0, isDamaged: damagedText() !== null }
}

function readStoredLinks(): PromoLink[] {
  const text = readStored(KEY)
  const read = readLinks(text)
  damaged = read.isDamaged ? text : null
  return read.links
}

function write(links: readonly PromoLink[]): boolean {
  const aside = damaged === null ? null : damagedText()
  if (aside !== null && !writeStored(DAMAGED_COPY_KEY, aside)) return false
  if (!writeStored(KEY, JSON.stringify(links))) return false
  damaged = null
  return true
}

const storeRemovedIds = (ids: ReadonlySet<string>) => void writeStored(REMOVED_KEY, [...ids].join(' '))

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage)
    readAgain()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', onStorage)
    newLinks.clear()
  }
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key === REMOVED_KEY) for (const id of newValue?.split(' ') ?? []) newLinks.delete(id)
  if (key !== null && !key.startsWith(KEY)) return
  // The whole storage was cleared, by sign-out or in the browser's settings, so no link is restored.
  if (key === null) newLinks.clear()
  const { links } = readAgain()
  notify()
  const lost = [...newLinks.values()].filter(({ url }) => !links.some((link) => link.url === url))
  // Restores no links into a damaged list. A tab that did not know the links would have stored a valid list.
  if (lost.length === 0 || damaged !== null) return
  change((now) => lost.reduce(insertLink, now)).catch((error: unknown) =>
    console.warn('links could not be restored', error),
  )
}

function notify(): void {
  for (const listener of [...listeners]) listener()
}
