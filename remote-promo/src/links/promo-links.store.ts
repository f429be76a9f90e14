import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from 'shared/session'
import { withLink, withLinkBack } from './link-order.ts'
import { type DropPlace, MAX_LINKS, type PromoLink, readLinks } from './promo-link.ts'

const KEY = 'promo_upload_items'
/** What was kept under `KEY` and could not be read whole, as it was: put aside before it is written over, below what stands there. */
const ASIDE_KEY = `${KEY}_damaged`

/** The links of this browser, newest first: one list for all of its tabs. */
export interface PromoLinks {
  links: readonly PromoLink[]
  /** False: some stand in this tab alone, for the browser's storage is full or blocked. */
  isKept: boolean
  /** Some of what was kept could not be read, and stands aside. */
  isDamaged: boolean
}

interface State extends PromoLinks {
  /** Ids of those that could not be kept. */
  unkept: ReadonlySet<string>
}

let state: State | null = null
/** What is kept at present, where it cannot be read whole. */
let damaged: string | null = null
const listeners = new Set<() => void>()
/** Within so long, in ms, other tabs mostly read what this one has written. */
const TOLD_MS = 30
/** The ids that were taken off last, separated by blanks: written before the list without them, so that other tabs hear of it first. */
const TAKEN_KEY = `${KEY}_taken`
/** For so long, in ms, a link of this tab that another tab's list lacks was written over by one that did not know it yet. */
const YOUNG_MS = 2_000
/** Links that this tab has put a moment ago, by id. */
const young = new Map<string, PromoLink & { place: DropPlace }>()

/** The list as it is now, followed also as other tabs change it. */
export function usePromoLinks(): PromoLinks {
  return useSyncExternalStore(subscribe, promoLinks)
}

function promoLinks(): PromoLinks {
  state ??= stateOf(readKept())
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
function change(next: (links: readonly PromoLink[]) => readonly PromoLink[]): Promise<void> {
  const work = () => {
    const before = readAgain().links
    const after = next(before)
    if (after.length > MAX_LINKS && after.length > before.length)
      throw new ListFull('no room for one more link')
    keep(after)
  }
  return new Promise((resolve, reject) => {
    const begin = async () => {
      work()
      resolve()
      // So that the others have it before the next of them begins.
      await new Promise((end) => setTimeout(end, TOLD_MS))
    }
    let begun = false
    const once = () => {
      begun = true
      return begin()
    }
    if (!('locks' in navigator)) return void begin().catch(reject)
    // Browsers that block storage also refuse locks.
    navigator.locks
      .request(LOCK, once)
      .catch((error: unknown) => (begun ? reject(error) : begin().catch(reject)))
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
  young.set(entry.id, { ...link, ...entry })
  setTimeout(() => young.delete(entry.id), YOUNG_MS)
  return entry
}

/** A link that was taken off, and where it stood, counted from 0. */
export interface TakenOff {
  link: PromoLink
  place: number
}

/** Takes links off the list and answers them; the pictures stay where they are, for customers may have them. */
export async function removeLinks(ids: ReadonlySet<string>): Promise<readonly TakenOff[]> {
  let taken: readonly TakenOff[] = []
  for (const id of ids) young.delete(id)
  await change((links) => {
    taken = links.flatMap((link, place) => (ids.has(link.id) ? { link, place } : []))
    keepTaken(ids)
    return links.filter(({ id }) => !ids.has(id))
  })
  return taken
}

/**
 * Puts links back to their places in the order, as after a removal that was a slip; not those whose picture stands there again. Answers those
 * for which there is no room any more.
 */
export async function restoreLinks(taken: readonly TakenOff[]): Promise<readonly TakenOff[]> {
  const left: TakenOff[] = []
  await change((links) =>
    taken.reduce((before, each) => {
      const { link, place } = each
      if (before.some(({ id, url }) => id === link.id || url === link.url)) return before
      if (before.length < MAX_LINKS) return withLinkBack(before, link, place)
      left.push(each)
      return before
    }, links),
  )
  return left
}

export function findBySha256(sha256: string): PromoLink | undefined {
  return readAgain().links.find((link) => link.sha256 === sha256)
}

/** The number of a link in the list, from 0; -1: it is not there. */
export const placeOf = (id: string): number => promoLinks().links.findIndex((link) => link.id === id)

export const freePlaces = (): number => MAX_LINKS - promoLinks().links.length

/** Another tab may have changed what is kept a moment ago, and its event not have come yet. */
function readAgain(): State {
  const before = state
  const stored = readKept()
  const unkept = before?.links.filter(({ id }) => before.unkept.has(id)) ?? []
  state = stateOf([...unkept, ...stored], before?.unkept)
  return state
}

/** Keeps the whole list; where that cannot be, what was kept before, and the rest stands in this tab. */
function keep(links: readonly PromoLink[]): void {
  const bounded = links.slice(0, MAX_LINKS)
  if (write(bounded)) state = stateOf(bounded)
  else {
    const before = new Set(readKept().map(({ id }) => id))
    write(bounded.filter(({ id }) => before.has(id)))
    state = stateOf(bounded, new Set(bounded.map(({ id }) => id).filter((id) => !before.has(id))))
  }
  // On whatever page this tab is by then.
  window[state.isKept ? 'removeEventListener' : 'addEventListener']('beforeunload', askToStay)
  tell()
}

const askToStay = (event: Event) => event.preventDefault()

/** What could not be read of lists that were kept, as it was; null: nothing. */
export function damagedText(): string | null {
  const aside = readStored(ASIDE_KEY)
  if (aside === null || damaged === null) return aside ?? damaged
  return aside.includes(damaged) ? aside : `${aside}\n\n${damaged}`
}

/** Removes what could not be read, for good. */
export async function forgetDamaged(): Promise<void> {
  await change((links) => {
    // The room that it takes may be what the list needs.
    writeStored(ASIDE_KEY, null)
    if (damaged !== null) writeStored(KEY, null)
    damaged = null
    return links
  })
  readAgain()
  tell()
}

function stateOf(links: readonly PromoLink[], unkept: ReadonlySet<string> = new Set()): State {
  return { links, unkept, isKept: unkept.size === 0, isDamaged: damagedText() !== null }
}

function readKept(): PromoLink[] {
  const text = readStored(KEY)
  const read = readLinks(text)
  damaged = read.isDamaged ? text : null
  return read.links
}

function write(links: readonly PromoLink[]): boolean {
  const aside = damaged === null ? null : damagedText()
  if (aside !== null && !writeStored(ASIDE_KEY, aside)) return false
  if (!writeStored(KEY, JSON.stringify(links))) return false
  damaged = null
  return true
}

const keepTaken = (ids: ReadonlySet<string>) => void writeStored(TAKEN_KEY, [...ids].join(' '))

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
    young.clear()
  }
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key === TAKEN_KEY) for (const id of newValue?.split(' ') ?? []) young.delete(id)
  if (key !== null && !key.startsWith(KEY)) return
  // All was removed: by signing out, or by the person in the browser's settings.
  if (key === null) young.clear()
  const { links } = readAgain()
  tell()
  const lost = [...young.values()].filter(({ url }) => !links.some((link) => link.url === url))
  // A list that cannot be read was not written by a tab that merely knew less.
  if (lost.length === 0 || damaged !== null) return
  change((now) => lost.reduce(withLink, now)).catch((error: unknown) =>
    console.warn('links could not be put back', error),
  )
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}
