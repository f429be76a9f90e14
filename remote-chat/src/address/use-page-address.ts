import { useEffect, useLayoutEffect, useState } from 'react'
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'

/** What the address says. */
export interface Address {
  readonly pathname: string
  readonly params: URLSearchParams
  /** What this application keeps with the entry of the browser's history. */
  readonly state: unknown
}

type Place = Pick<Location, 'pathname' | 'search' | 'state'>

/** A step to another address, or so many entries back. What is left out stays as it is. */
export type AddressStep =
  | { back: number }
  | {
      pathname?: string
      params?: URLSearchParams
      /** In place of the present entry. Default: false. */
      replace?: boolean
      /** Default: a step that replaces keeps it, any other has none. */
      state?: unknown
    }

/** A browser takes a step within some milliseconds, and one that it does not take it does not tell. */
const BACK_WITHIN_MS = 1_000

/**
 * Changes the address. Each step is decided from the address as it is at that moment, also between a change and the
 * rendering that follows it; what is asked for while a step back is under way is decided after it. A page that the person has left
 * asks for nothing any more: not even while it still stands there because the next one's code is on its way.
 */
export class AddressWriter {
  #now: Address
  #navigate: NavigateFunction
  #goingBack: ReturnType<typeof setTimeout> | null = null
  #afterwards: ((now: Address) => AddressStep | null)[] = []
  readonly #onAnyPage: boolean
  /** The page is not drawn any more. */
  isLeft = false

  constructor(location: Place, navigate: NavigateFunction, onAnyPage = false) {
    this.#now = addressOf(location)
    this.#navigate = navigate
    this.#onAnyPage = onAnyPage
  }

  /** Where a change that is not rendered yet leads counts already. */
  get now(): Address {
    return this.#now
  }

  /** The router has come to this place. */
  arrive(location: Place, navigate = this.#navigate): void {
    this.#now = addressOf(location)
    this.#navigate = navigate
    this.#goOn()
  }

  /** Goes where `decide` says; null stays. */
  go(decide: (now: Address) => AddressStep | null): void {
    if (this.#goingBack !== null) {
      this.#afterwards.push(decide)
      return
    }
    if (!this.#isHere()) return
    const step = decide(this.#now)
    if (step === null) return
    if ('back' in step) {
      this.#goingBack = setTimeout(() => this.#goOn(), BACK_WITHIN_MS)
      void this.#navigate(-step.back)
      return
    }
    const { pathname = this.#now.pathname, params = this.#now.params, replace = false } = step
    const state = 'state' in step ? step.state : replace ? this.#now.state : null
    this.#now = { pathname, params, state }
    const query = params.toString()
    void this.#navigate(query === '' ? pathname : `${pathname}?${query}`, { replace, state })
  }

  #goOn(): void {
    if (this.#goingBack !== null) clearTimeout(this.#goingBack)
    this.#goingBack = null
    for (const decide of this.#afterwards.splice(0)) this.go(decide)
  }

  #isHere(): boolean {
    const place = placeOfBrowser()
    if (this.isLeft) return false
    if (place === null || place.pathname === this.#now.pathname) return true
    if (this.#onAnyPage) this.#now = addressOf(place)
    return this.#onAnyPage
  }
}

export interface PageAddress extends Address {
  /** The same through all renderings. */
  readonly writer: AddressWriter
}

/** The address of the page, and the way to write it. `onAnyPage`: for what stands on every page, and so is never left. */
export function usePageAddress({ onAnyPage = false } = {}): PageAddress {
  const location = useLocation()
  const navigate = useNavigate()
  const [writer] = useState(() => new AddressWriter(location, navigate, onAnyPage))
  useLayoutEffect(() => {
    writer.isLeft = false
    return () => {
      writer.isLeft = true
    }
  }, [writer])
  useLayoutEffect(() => writer.arrive(location, navigate), [writer, location, navigate])
  useEffect(() => {
    // Back from a place that was never drawn draws nothing either. After the router, which hears the same.
    const onStep = () =>
      setTimeout(() => {
        const place = placeOfBrowser()
        if (place !== null) writer.arrive(place)
      })
    window.addEventListener('popstate', onStep)
    return () => window.removeEventListener('popstate', onStep)
  }, [writer])
  return { ...addressOf(location), writer }
}

/** The browser's entry as the router keeps it there; null where it keeps its entries elsewhere. */
function placeOfBrowser(): Place | null {
  const { idx, usr = null } = Object(history.state) as Record<string, unknown>
  const { pathname, search } = window.location
  return typeof idx === 'number' ? { pathname, search, state: usr } : null
}

function addressOf({ pathname, search, state }: Place): Address {
  return { pathname, params: new URLSearchParams(search), state }
}
