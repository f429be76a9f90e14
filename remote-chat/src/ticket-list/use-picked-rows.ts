import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

export type PickedIds = ReadonlySet<string>

export const NONE_PICKED: PickedIds = new Set()

/** The rows that a person has ticked, to do one thing with all of them. */
export interface PickedRows {
  readonly ids: PickedIds
  /** The same in the list's order. */
  readonly tickets: readonly Ticket[]
  /** Cards show boxes; a table always does. */
  readonly isPicking: boolean
  /** Something is being done with them, or was not read yet: its answer outlasts the ticks. */
  readonly isHeld: boolean
  readonly hold: (isHeld: boolean) => void
  /** Ticks a row or takes that back; `isRange` does the same to all between it and the last one. The same through all renderings. */
  readonly pick: (id: string, isRange?: boolean) => void
  readonly pickAll: () => void
  /** Leaves only these ticked. */
  readonly keep: (ids: readonly string[]) => void
  readonly begin: () => void
  /** Ticks nothing any more. */
  readonly end: () => void
}

interface Options {
  /** Null before the first answer. */
  rows: readonly Ticket[] | null
  /** What the list shows; undefined for open and closed cases. */
  status: Ticket['status'] | undefined
  state: readonly [PickedIds, (change: PickedIds) => void]
}

/**
 * Ticks outlast a refetch; a case that leaves the list, or fits it no more, loses its own. The set is the caller's (`state`), who
 * keeps the rows in place as long as it is not empty.
 */
export function usePickedRows({ rows, status, state: [ids, setIds] }: Options): PickedRows {
  const [isPicking, setPicking] = useState(false)
  const [isHeld, hold] = useState(false)
  const fitting = rows?.filter((row) => status === undefined || row.status === status) ?? []
  const tickets = fitting.filter(({ id }) => ids.has(id))
  if (tickets.length < ids.size) setIds(new Set(tickets.map(({ id }) => id)))
  const anchor = useRef<string | null>(null)
  const now = useRef({ ids, order: [] as readonly string[], setIds })
  useLayoutEffect(() => {
    now.current = { ids, order: fitting.map(({ id }) => id), setIds }
  })

  const pick = useCallback((id: string, isRange = false) => {
    const { ids, order, setIds } = now.current
    const next = new Set(ids)
    const isOn = !ids.has(id)
    for (const each of isRange ? between(order, anchor.current ?? id, id) : [id])
      if (isOn) next.add(each)
      else next.delete(each)
    anchor.current = id
    setIds(next)
  }, [])

  return {
    ids,
    tickets,
    isPicking,
    isHeld,
    hold,
    pick,
    pickAll: () =>
      setIds(tickets.length === fitting.length ? NONE_PICKED : new Set(fitting.map(({ id }) => id))),
    keep: (left) => {
      setIds(new Set(left))
      if (left.length === 0) setPicking(false)
    },
    begin: () => setPicking(true),
    end: () => {
      setIds(NONE_PICKED)
      setPicking(false)
    },
  }
}

/** From one id to another, whichever stands first; the second alone where the first is not there any more. */
function between(order: readonly string[], from: string, to: string): readonly string[] {
  const [first, last] = [order.indexOf(from), order.indexOf(to)]
  if (first < 0 || last < 0) return [to]
  return order.slice(Math.min(first, last), Math.max(first, last) + 1)
}
