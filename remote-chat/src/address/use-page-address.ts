import { useEffect, useLayoutEffect, useState } from 'react'
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'

export interface Address {
  readonly pathname: string
  readonly params: URLSearchParams
  readonly state: unknown
}

type PageLocation = Pick<Location, 'pathname' | 'search' | 'state'>

/** A change of the URL; omitted parts of the URL stay unchanged. */
export type AddressStep =
  | { back: number }
  | {
      pathname?: string
      params?: URLSearchParams
      replace?: boolean
      /** New history state. Default: the current state when replacing a history entry, otherwise none. */
      state?: unknown
    }

/** Maximum time to go back, in ms. Browsers take a few milliseconds, and report nothing when they do not go back. */
const BACK_WITHIN_MS = 1_000

/**
 * Computes each change from the latest URL, even if it is not rendered yet. Changes requested while the browser goes
 * back run afterwards. Ignores requests of a page that the user has left, even while that page is still visible.
 */
export class AddressWriter {
  #now: Address
  #navigate: NavigateFunction
  #backTimer: ReturnType<typeof setTimeout> | null = null
  #afterwards: ((now: Address) => AddressStep | null)[] = []
  readonly #onAnyPage: boolean
  /** True once the page is unmounted. */
  isLeft = false

  constructor(location: PageLocation, navigate: NavigateFunction, onAnyPage = false) {
    this.#now = addressOf(location)
    this.#navigate = navigate
    this.#onAnyPage = onAnyPage
  }

  /** The latest URL, including changes that are not rendered yet. */
  get now(): Address {
    return this.#now
  }

  arrive(location: PageLocation, navigate = this.#navigate): void {
    this.#now = addressOf(location)
    this.#navigate = navigate
    this.#resume()
  }

  go(decide: (now: Address) => AddressStep | null): void {
    if (this.#backTimer !== null) {
      this.#afterwards.push(decide)
      return
    }
    if (!this.#isHere()) return
    const step = decide(this.#now)
    if (step === null) return
    if ('back' in step) {
      this.#backTimer = setTimeout(() => this.#resume(), BACK_WITHIN_MS)
      void this.#navigate(-step.back)
      return
    }
    const { pathname = this.#now.pathname, params = this.#now.params, replace = false } = step
    const state = 'state' in step ? step.state : replace ? this.#now.state : null
    this.#now = { pathname, params, state }
    const query = params.toString()
    void this.#navigate(query === '' ? pathname : `${pathname}?${query}`, { replace, state })
  }

  #resume(): void {
    if (this.#backTimer !== null) clearTimeout(this.#backTimer)
    this.#backTimer = null
    for (const decide of this.#afterwards.splice(0)) this.go(decide)
  }

  #isHere(): boolean {
    const pageLocation = browserLocation()
    if (this.isLeft) return false
    if (pageLocation === null || pageLocation.pathname === this.#now.pathname) return true
    if (this.#onAnyPage) this.#now = addressOf(pageLocation)
    return this.#onAnyPage
  }
}

export interface PageAddress extends Address {
  /** Changes the URL. Is the same instance across renders. */
  readonly writer: AddressWriter
}

/** Set `onAnyPage` for components that are mounted on every page. */
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
    // React Router does not render when the user goes back from a page that never rendered. The timeout lets the
    // router's own popstate handler run first.
    const onStep = () =>
      setTimeout(() => {
        const pageLocation = browserLocation()
        if (pageLocation !== null) writer.arrive(pageLocation)
      })
    window.addEventListener('popstate', onStep)
    return () => window.removeEventListener('popstate', onStep)
  }, [writer])
  return { ...addressOf(location), writer }
}

/** Returns the browser's location; null when the router does not use the browser's history. */
function browserLocation(): PageLocation | null {
  const { idx, usr = null } = Object(history.state) as Record<string, unknown>
  const { pathname, search } = window.location
  return typeof idx === 'number' ? { pathname, search, state: usr } : null
}

function addressOf({ pathname, search, state }: PageLocation): Address {
  return { pathname, params: new URLSearchParams(search), state }
}
