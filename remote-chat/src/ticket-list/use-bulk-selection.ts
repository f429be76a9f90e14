import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

/** Maximum number of selected tickets on all pages; each ticket needs its own API call. */
const MAX_PICKED = 100

type Picks = ReadonlyMap<string, Ticket>

export interface BulkSelectionState {
  /** Filters under which the tickets were selected. */
  readonly filters: string
  /** Selected tickets by id, in their last seen state. */
  readonly picks: Picks
}

export const EMPTY_SELECTION: BulkSelectionState = { filters: '', picks: new Map() }

/** Rows that the user has selected for bulk actions. */
export type BulkSelection = ReturnType<typeof useBulkSelection>

interface Options {
  /** Rows of the page; null before the first response for these filters. */
  rows: readonly Ticket[] | null
  /** True when the rows belong to the previous filters. */
  isPlaceholder: boolean
  /** Filters without page and order; another value means another list. */
  filters: string
  /** Status of the list; undefined for open and closed tickets. */
  status: Ticket['status'] | undefined
  /** Returns the current state of a ticket. */
  newest: (ticket: Ticket) => Ticket
  state: readonly [BulkSelectionState, (change: BulkSelectionState) => void]
}

/**
 * Returns the selection, which survives a refetch and a change of page or order. A ticket that no longer fits the list,
 * or that other filters do not show, is deselected. The caller owns the state, because it freezes the list while
 * tickets are selected.
 */
export function useBulkSelection(options: Options) {
  const { rows, isPlaceholder, filters, status, newest } = options
  const [{ filters: before, picks }, setState] = options.state
  const [isPicking, setPicking] = useState(false)
  const [isFrozen, hold] = useState(false)
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
    ids: picks as Pick<Picks, 'has'>,
    /** Selected tickets; those of the current page first, in its order. */
    tickets,
    /** Number of selected tickets on the current page. */
    countHere: here.length,
    /** True when the maximum is reached. */
    isFull: picks.size >= MAX_PICKED,
    /** True when cards show checkboxes; a table always does. */
    isPicking,
    /** True while an action is running or its result is open; the result remains after the tickets are deselected. */
    isFrozen,
    hold,
    /**
     * Selects or deselects a row. With `isRange`, does the same for all rows from the last clicked row. The same function
     * across renders.
     */
    pick,
    /** Selects all rows of this page, or deselects them if all are selected. */
    pickAll: () =>
      here.length === fitting.length ? drop(idsOf(here)) : now.current.set(withMore(picks, fitting)),
    /** Deselects the given tickets. Returns true when other tickets are still selected. */
    drop,
    begin: () => setPicking(true),
    /** Deselects all tickets and ends the selection mode. */
    end: () => {
      setState(EMPTY_SELECTION)
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

/** Returns the rows between two ids, in either order; only the second row when the first is missing. */
function between(rows: readonly Ticket[], from: string, to: string): readonly Ticket[] {
  const [first, last] = [from, to].map((id) => rows.findIndex((row) => row.id === id)) as [number, number]
  if (first < 0 || last < 0) return rows.filter((row) => row.id === to)
  return rows.slice(Math.min(first, last), Math.max(first, last) + 1)
}
