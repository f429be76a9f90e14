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

/**
 * Changes the address. Each step is decided from the address as it is at that moment, also between a change and the
 * rendering that follows it; what is asked for while a step back is under way is decided after it.
 */
export class AddressWriter {
  #now: Address
  #navigate: NavigateFunction
  #goingBack = false
  #afterwards: ((now: Address) => AddressStep | null)[] = []

  constructor(location: Place, navigate: NavigateFunction) {
    this.#now = addressOf(location)
    this.#navigate = navigate
  }

  /** Where a change that is not rendered yet leads counts already. */
  get now(): Address {
    return this.#now
  }

  /** The router has come to this place. */
  arrive(location: Place, navigate = this.#navigate): void {
    this.#now = addressOf(location)
    this.#navigate = navigate
    this.#goingBack = false
    for (const decide of this.#afterwards.splice(0)) this.go(decide)
  }

  /** Goes where `decide` says; null stays. */
  go(decide: (now: Address) => AddressStep | null): void {
    if (this.#goingBack) {
      this.#afterwards.push(decide)
      return
    }
    const step = decide(this.#now)
    if (step === null) return
    if ('back' in step) {
      this.#goingBack = true
      void this.#navigate(-step.back)
      return
    }
    const { pathname = this.#now.pathname, params = this.#now.params, replace = false } = step
    const state = 'state' in step ? step.state : replace ? this.#now.state : null
    this.#now = { pathname, params, state }
    const query = params.toString()
    void this.#navigate(query === '' ? pathname : `${pathname}?${query}`, { replace, state })
  }
}

export interface PageAddress extends Address {
  /** The same through all renderings. */
  readonly writer: AddressWriter
}

/** The address of the page, and the way to write it. */
export function usePageAddress(): PageAddress {
  const location = useLocation()
  const navigate = useNavigate()
  const [writer] = useState(() => new AddressWriter(location, navigate))
  useLayoutEffect(() => writer.arrive(location, navigate), [writer, location, navigate])
  useEffect(() => {
    // Back from a place that was never drawn draws nothing either. After the router, which hears the same.
    const onStep = () => setTimeout(() => arriveWhereTheBrowserIs(writer))
    window.addEventListener('popstate', onStep)
    return () => window.removeEventListener('popstate', onStep)
  }, [writer])
  return { ...addressOf(location), writer }
}

/** As the router keeps its entries; it may keep them elsewhere. */
function arriveWhereTheBrowserIs(writer: AddressWriter): void {
  const { idx, usr = null } = Object(history.state) as Record<string, unknown>
  const { pathname, search } = window.location
  if (typeof idx === 'number') writer.arrive({ pathname, search, state: usr })
}

function addressOf({ pathname, search, state }: Place): Address {
  return { pathname, params: new URLSearchParams(search), state }
}
