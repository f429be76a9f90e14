import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

/** So many cases are ticked at most, on all pages together: each is a call of its own. */
const MAX_PICKED = 100

type Picks = ReadonlyMap<string, Ticket>

export interface PickedState {
  /** The filters that they were ticked under. */
  readonly filters: string
  /** By id, as they were last seen. */
  readonly picks: Picks
}

export const NONE_PICKED: PickedState = { filters: '', picks: new Map() }

/** The rows that a person has ticked, to do one thing with all of them. */
export interface PickedRows {
  readonly ids: { has: (id: string) => boolean }
  /** The same, first those of the page on the screen, in its order. */
  readonly tickets: readonly Ticket[]
  /** How many of them are on the page on the screen. */
  readonly countHere: number
  /** No more can be ticked. */
  readonly isFull: boolean
  /** Cards show boxes; a table always does. */
  readonly isPicking: boolean
  /** Something is being done with them, or was not read yet: its answer outlasts the ticks. */
  readonly isHeld: boolean
  readonly hold: (isHeld: boolean) => void
  /** Ticks a row or takes that back; `isRange` does the same to all between it and the last one. The same through all renderings. */
  readonly pick: (id: string, isRange?: boolean) => void
  /** All rows of this page, or none of them. */
  readonly pickAll: () => void
  /** Takes these back. Whether others stay ticked. */
  readonly drop: (ids: readonly string[]) => boolean
  readonly begin: () => void
  /** Ticks nothing any more. */
  readonly end: () => void
}

interface Options {
  /** Null before the first answer to these filters. */
  rows: readonly Ticket[] | null
  /** The rows are those of the filters before. */
  isPlaceholder: boolean
  /** What the list is narrowed down to, apart from page and order: with that it is another list. */
  filters: string
  /** What the list shows; undefined for open and closed cases. */
  status: Ticket['status'] | undefined
  /** A case as it is known now. */
  newest: (ticket: Ticket) => Ticket
  state: readonly [PickedState, (change: PickedState) => void]
}

/**
 * Ticks outlast a refetch and a change of page or order. A case that fits the list no more loses its own, and so does one that other
 * filters do not show. The state is the caller's, who keeps the rows in place as long as something is ticked.
 */
export function usePickedRows(options: Options): PickedRows {
  const { rows, isPlaceholder, filters, status, newest } = options
  const [{ filters: before, picks }, setState] = options.state
  const [isPicking, setPicking] = useState(false)
  const [isHeld, hold] = useState(false)
  const fits = (row: Ticket) => status === undefined || row.status === status
  const fitting = rows?.filter(fits) ?? []
  const here = fitting.filter(({ id }) => picks.has(id))
  const isOther = filters !== before && rows !== null && !isPlaceholder
  const others = isOther ? [] : [...picks.values()].filter(({ id }) => !rows?.some((row) => row.id === id))
  const tickets = [...here, ...others.map(newest).filter(fits)]
  if (tickets.length < picks.size || (isOther && picks.size > 0)) setState({ filters, picks: byId(tickets) })
  const anchor = useRef<string | null>(null)
  const now = useRef({ picks, fitting, set: (_: Picks) => {} })
  useLayoutEffect(() => {
    now.current = { picks, fitting, set: (next) => setState({ filters, picks: next }) }
  })

  const pick = useCallback((id: string, isRange = false) => {
    const { picks, fitting, set } = now.current
    const meant = isRange
      ? between(fitting, anchor.current ?? id, id)
      : fitting.filter((row) => row.id === id)
    anchor.current = id
    set(picks.has(id) ? without(picks, idsOf(meant)) : withMore(picks, meant))
  }, [])
  const drop = (ids: readonly string[]) => {
    const rest = without(now.current.picks, ids)
    now.current.set(rest)
    return rest.size > 0
  }

  return {
    ids: picks,
    tickets,
    countHere: here.length,
    isFull: picks.size >= MAX_PICKED,
    isPicking,
    isHeld,
    hold,
    pick,
    pickAll: () =>
      here.length === fitting.length ? drop(idsOf(here)) : now.current.set(withMore(picks, fitting)),
    drop,
    begin: () => setPicking(true),
    end: () => {
      setState(NONE_PICKED)
      setPicking(false)
    },
  }
}

const idsOf = (tickets: readonly Ticket[]): readonly string[] => tickets.map(({ id }) => id)

const byId = (tickets: readonly Ticket[]): Picks => new Map(tickets.map((each) => [each.id, each]))

const withMore = (picks: Picks, tickets: readonly Ticket[]): Picks =>
  new Map([...picks, ...byId(tickets)].slice(0, MAX_PICKED))

const without = (picks: Picks, ids: readonly string[]): Picks =>
  byId([...picks.values()].filter(({ id }) => !ids.includes(id)))

/** From one id to another, whichever stands first; the second alone where the first is not there any more. */
function between(rows: readonly Ticket[], from: string, to: string): readonly Ticket[] {
  const [first, last] = [from, to].map((id) => rows.findIndex((row) => row.id === id)) as [number, number]
  if (first < 0 || last < 0) return rows.filter((row) => row.id === to)
  return rows.slice(Math.min(first, last), Math.max(first, last) + 1)
}
