import { useSyncExternalStore } from 'react'
import { withLink } from './link-order.ts'
import { type DropPlace, MAX_LINKS, type PromoLink, readLinks } from './promo-link.ts'

const KEY = 'promo_upload_items'

/** The links of this browser, newest first: one list for all of its tabs. */
export interface PromoLinks {
  links: readonly PromoLink[]
  /** False: some stand in this tab alone, for the browser's storage is full or blocked. */
  isKept: boolean
  /** Some of what was kept could not be read. */
  isDamaged: boolean
}

interface State extends PromoLinks {
  /** Ids of those that could not be kept. */
  unkept: ReadonlySet<string>
}

let state: State | null = null
/** Said until the page is opened anew: the next change writes what could be read. */
let isDamaged = false
const listeners = new Set<() => void>()
/** Within so long, in ms, other tabs read what this one has written. */
const TOLD_MS = 30

/** The list as it is now, followed also as other tabs change it. */
export function usePromoLinks(): PromoLinks {
  return useSyncExternalStore(subscribe, promoLinks)
}

function promoLinks(): PromoLinks {
  state ??= stateOf(readStored())
  return state
}

const LOCK = 'promo-links'

/** There is no room for one more: other tabs have filled the list. Nothing falls off it unsaid. */
export class ListFull extends Error {}

/**
 * Changes the list while no other tab does: a browser tells its processes of a write a moment later, and whoever read before would
 * write over it. Without locks (no https) at once.
 * @throws ListFull
 */
async function change(next: (links: readonly PromoLink[]) => readonly PromoLink[]): Promise<void> {
  const work = () => {
    const before = readAgain().links
    const after = next(before)
    if (after.length > MAX_LINKS && after.length > before.length)
      throw new ListFull('no room for one more link')
    keep(after)
  }
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(LOCK, async () => {
    work()
    // So that the others have it before the next of them begins.
    await new Promise((resolve) => setTimeout(resolve, TOLD_MS))
  })
}

/** Puts a link where its drop stands. Answers the entry that stands there: of a picture that is in the list already, that one. */
export async function putLink(link: PromoLink & { place: DropPlace }): Promise<PromoLink> {
  let entry: PromoLink = link
  await change((links) => {
    const next = withLink(links, link)
    entry = next.find(({ url }) => url === link.url) ?? link
    return next
  })
  return entry
}

/** Takes links off the list; the pictures stay where they are, for customers may have them. */
export function removeLinks(ids: ReadonlySet<string>): Promise<void> {
  return change((links) => links.filter(({ id }) => !ids.has(id)))
}

/** Puts a link back to where it stood (counted from 0), as after a removal that was a slip; nothing where the picture stands there again. */
export function restoreLink(link: PromoLink, place: number): Promise<void> {
  return change((links) =>
    links.some(({ id, url }) => id === link.id || url === link.url) ? links : links.toSpliced(place, 0, link),
  )
}

export function findBySha256(sha256: string): PromoLink | undefined {
  return readAgain().links.find((link) => link.sha256 === sha256)
}

/** Where a link stands, counted from 0; -1: nowhere. */
export const linkPlace = (id: string): number => promoLinks().links.findIndex((link) => link.id === id)

export const freePlaces = (): number => MAX_LINKS - promoLinks().links.length

/** Another tab may have changed what is kept a moment ago, and its event not have come yet. */
function readAgain(): State {
  const before = state
  const stored = readStored()
  const unkept = before?.links.filter(({ id }) => before.unkept.has(id)) ?? []
  state = stateOf([...unkept, ...stored], before?.unkept)
  return state
}

/** Keeps the whole list; where that cannot be, what was kept before, and the rest stands in this tab. */
function keep(links: readonly PromoLink[]): void {
  const bounded = links.slice(0, MAX_LINKS)
  if (write(bounded)) state = stateOf(bounded)
  else {
    const before = new Set(readStored().map(({ id }) => id))
    write(bounded.filter(({ id }) => before.has(id)))
    state = stateOf(bounded, new Set(bounded.map(({ id }) => id).filter((id) => !before.has(id))))
  }
  tell()
}

function stateOf(links: readonly PromoLink[], unkept: ReadonlySet<string> = new Set()): State {
  return { links, unkept, isKept: unkept.size === 0, isDamaged }
}

function readStored(): PromoLink[] {
  try {
    const read = readLinks(localStorage.getItem(KEY))
    isDamaged ||= read.isDamaged
    return read.links
  } catch (error) {
    console.warn('the kept links could not be read', error)
    return []
  }
}

function write(links: readonly PromoLink[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(links))
    return true
  } catch (error) {
    console.warn('the links could not be kept', error)
    return false
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage)
    readAgain()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function onStorage({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return
  readAgain()
  tell()
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}
