import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ticketListQuery } from 'shared/api'
import { openDialogCount } from 'shared/ui'
import { PATHS } from './chat-paths.ts'
import { isList, listAddress, type TicketLocation, ticketIn, ticketLocation } from './ticket-address.ts'
import type { Address, AddressStep, AddressWriter, PageAddress } from './use-page-address.ts'

const ID_PREFIX = /^#?([0-9a-f][0-9a-f-]{3,34})$/i

/** Reads and writes the open conversation in the URL (`?ticket=`, `?open=` or path). Going back closes it. */
export function useOpenTicket(address: PageAddress) {
  const { writer } = address
  const shownId = ticketIn(address)
  const isSought = useTicketOfPrefix(shownId, writer)
  const steps = useMemo(
    () => ({
      /** Returns the id of the open conversation at the time of the call, even when the last change is not rendered yet. */
      now: () => ticketIn(writer.now),
      open: (ticketId: string) => writer.go((now) => openStep(now, ticketId)),
      /** Opens another conversation; going back returns to the current one. */
      follow: (ticketId: string) => writer.go((now) => followStep(now, ticketId)),
      /** Closes the open conversation. With `ticketId`, does so only if that conversation is open. */
      close: (ticketId?: string) => writer.go((now) => closeStep(now, ticketId)),
    }),
    [writer],
  )
  return {
    ticketId: isSought ? null : shownId,
    ...steps,
  }
}

/** Replaces the history entry of an open conversation, so that going back once always returns to the list. */
function openStep(now: Address, ticketId: string): AddressStep | null {
  const current = ticketIn(now)
  if (current === ticketId) return null
  return {
    ...listAddress(now, ticketId),
    replace: current !== null,
    state: { aboveList: current === null ? 1 : aboveList(now.state) },
  }
}

const followStep = (now: Address, ticketId: string): AddressStep => ({
  ...listAddress(now, ticketId),
  state: { aboveList: aboveNext(now) },
})

/** Opens a ticket at a position. If the URL already points to that position, scrolls to it again. */
export function openAtStep(now: Address, ticketId: string, at: TicketLocation | null): AddressStep {
  const there = ticketLocation(now, ticketId, at)
  if (there.pathname === now.pathname && `${there.params}` === `${now.params}`)
    return { replace: true, state: { ...Object(now.state), targetRequestedAt: performance.now() } }
  return { ...there, state: isList(now) ? { aboveList: aboveNext(now) } : null }
}

function closeStep(now: Address, expected?: string): AddressStep | null {
  const current = ticketIn(now)
  if (current === null || (expected !== undefined && expected !== current)) return null
  const above = aboveList(now.state)
  // While a dialog is open, going back would close the dialog instead of the conversation.
  if (above > 0 && openDialogCount() === 0) return { back: above }
  return { ...listAddress(now, null), replace: true, state: null }
}

/** Returns the number of history entries, including open dialogs, from the list to the conversation to be opened. */
function aboveNext(now: Address): number {
  if (ticketIn(now) === null) return 1
  const above = aboveList(now.state)
  return above === 0 ? 0 : above + 1 + openDialogCount()
}

/** Returns the number of history entries above the list; 0 when the conversation was not opened from the list. */
function aboveList(state: unknown): number {
  const above = (state as { aboveList?: unknown } | null)?.aboveList
  return typeof above === 'number' ? above : 0
}

/** Resolves a ticket id prefix in the URL; returns true during the lookup. If none matches, the URL stays the same. */
function useTicketOfPrefix(shownId: string | null, writer: AddressWriter): boolean {
  const prefix = ID_PREFIX.exec(shownId ?? '')?.[1]?.toLowerCase()
  const { data, isPending } = useQuery({
    ...ticketListQuery({ search: prefix ?? '' }),
    enabled: prefix !== undefined,
    placeholderData: undefined,
  })
  const step = useMemo(
    () => (prefix === undefined || data === undefined ? null : prefixStep(data.items, prefix)),
    [prefix, data],
  )
  useEffect(() => {
    if (step === null) return
    const { ticketId, search } = step
    writer.go((now) => {
      if (ticketIn(now) !== shownId) return null
      if (ticketId !== undefined) return { ...listAddress(now, ticketId), replace: true }
      return {
        pathname: PATHS.queue,
        params: new URLSearchParams({ search, closed: '1' }),
        replace: true,
      }
    })
  }, [step, shownId, writer])
  return prefix !== undefined && (isPending || step !== null)
}

type PrefixStep = { ticketId: string; search?: undefined } | { ticketId?: undefined; search: string }

function prefixStep(tickets: readonly { id: string }[], prefix: string): PrefixStep | null {
  const found = tickets.map(({ id }) => id).filter((id) => id.toLowerCase().startsWith(prefix))
  // A complete ticket id can be as short as a prefix, and then needs no redirect.
  if (found.includes(prefix)) return null
  const [ticketId, ...others] = found
  if (ticketId === undefined) return null
  return others.length === 0 ? { ticketId } : { search: prefix }
}
