import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

/** Maximum number of selected tickets on all pages; each ticket needs its own API call. */
const MAX_PICKED = 100

type Picks = ReadonlyMap<string, Ticket>

export interface BulkSelectionState {
  readonly filters: string
  /** Selected tickets, in the state in which they were last seen. */
  readonly picks: Picks
}

export const EMPTY_SELECTION: BulkSelectionState = { filters: '', picks: new Map() }

export type BulkSelection = ReturnType<typeof useBulkSelection>

interface Options {
  /** Rows of the list; null before the first response for these filters. */
  rows: readonly Ticket[] | null
  isPlaceholder: boolean
  /** Filters of the list, without page and sort order; another value means another list. */
  filters: string
  status: Ticket['status'] | undefined
  newest: (ticket: Ticket) => Ticket
  state: readonly [BulkSelectionState, (change: BulkSelectionState) => void]
}

/**
 * Selected tickets of a list. The selection survives a refetch and a change of page or sort order; tickets whose status
 * no longer matches the list are deselected. The caller owns the state, because it freezes the list while tickets are
 * selected.
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
    const selectedRows = isRange
      ? rowsBetween(fitting, anchor.current ?? id, id)
      : fitting.filter((row) => row.id === id)
    anchor.current = id
    set(picks.has(id) ? removePicks(picks, idsOf(selectedRows)) : addPicks(picks, selectedRows))
  }, [])
  const drop = (ids: readonly string[]) => {
    const rest = removePicks(now.current.picks, ids)
    now.current.set(rest)
    return rest.size > 0
  }

  return {
    ids: picks as Pick<Picks, 'has'>,
    /** Selected tickets. Tickets of the current page are first, in the order of the page. */
    tickets,
    countHere: here.length,
    isFull: picks.size >= MAX_PICKED,
    /** True when cards show checkboxes; a table always does. */
    isPicking,
    /** True while a bulk action runs or its result is open; the result stays when the tickets are deselected. */
    isFrozen,
    hold,
    /** Selects a row; with `isRange`, all from the last clicked row to this one. The same function across renders. */
    pick,
    pickAll: () =>
      here.length === fitting.length ? drop(idsOf(here)) : now.current.set(addPicks(picks, fitting)),
    /** Deselects the given tickets. Returns true when other tickets are still selected. */
    drop,
    begin: () => setPicking(true),
    end: () => {
      setState(EMPTY_SELECTION)
      setPicking(false)
    },
  }
}

const idsOf = (tickets: readonly Ticket[]): readonly string[] => tickets.map(({ id }) => id)

const byId = (tickets: readonly Ticket[]): Picks => new Map(tickets.map((each) => [each.id, each]))

const addPicks = (picks: Picks, tickets: readonly Ticket[]): Picks =>
  new Map([...picks, ...byId(tickets)].slice(0, MAX_PICKED))

const removePicks = (picks: Picks, ids: readonly string[]): Picks =>
  byId([...picks.values()].filter(({ id }) => !ids.includes(id)))

function rowsBetween(rows: readonly Ticket[], from: string, to: string): readonly Ticket[] {
  const [first, last] = [from, to].map((id) => rows.findIndex((row) => row.id === id)) as [number, number]
  if (first < 0 || last < 0) return rows.filter((row) => row.id === to)
  return rows.slice(Math.min(first, last), Math.max(first, last) + 1)
}
