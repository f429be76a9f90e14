import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ticketListQuery } from 'shared/api'
import { openWindowCount } from 'shared/ui'
import { PATHS } from './paths.ts'
import { type CasePlace, casePlace, isList, listAddress, ticketIn } from './ticket-address.ts'
import type { Address, AddressStep, AddressWriter, PageAddress } from './use-page-address.ts'

/** The beginning of a ticket's id, as people see and say it. */
const ID_PREFIX = /^#?([0-9a-f][0-9a-f-]{3,34})$/i

export interface OpenTicket {
  /** The conversation on the screen, as the address says; null for none. */
  ticketId: string | null
  /** The same at this moment, wherever the last rendering stands. */
  now: () => string | null
  open: (ticketId: string) => void
  /** Opens another conversation from the one on the screen, to which back returns. */
  follow: (ticketId: string) => void
  /** Closes the conversation on the screen; told which, only if it is that one. */
  close: (ticketId?: string) => void
}

/** The address says which conversation is open: `?ticket=`, `?open=` or the id in the path. Back closes it. */
export function useOpenTicket(address: PageAddress): OpenTicket {
  const { writer } = address
  const said = ticketIn(address)
  const isSought = useTicketOfPrefix(said, writer)
  const steps = useMemo(
    () => ({
      now: () => ticketIn(writer.now),
      open: (ticketId: string) => writer.go((now) => openStep(now, ticketId)),
      follow: (ticketId: string) => writer.go((now) => followStep(now, ticketId)),
      close: (ticketId?: string) => writer.go((now) => closeStep(now, ticketId)),
    }),
    [writer],
  )
  return { ticketId: isSought ? null : said, ...steps }
}

/** From one conversation to the next there is one step back, not one for each. */
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

/**
 * Opens a conversation, at one of its messages or notes; back returns to what is on the screen now. Where the address says so already,
 * it is led there once more.
 */
export function openAtStep(now: Address, ticketId: string, at: CasePlace | null): AddressStep {
  const there = casePlace(now, ticketId, at)
  if (there.pathname === now.pathname && `${there.params}` === `${now.params}`)
    return { replace: true, state: { ...Object(now.state), soughtAt: performance.now() } }
  return { ...there, state: isList(now) ? { aboveList: aboveNext(now) } : null }
}

function closeStep(now: Address, expected?: string): AddressStep | null {
  const current = ticketIn(now)
  if (current === null || (expected !== undefined && expected !== current)) return null
  const above = aboveList(now.state)
  // A window that stands over it stays: a step back would be that one's.
  if (above > 0 && openWindowCount() === 0) return { back: above }
  return { ...listAddress(now, null), replace: true, state: null }
}

/** How far a conversation that is opened from here will lie above the list. The windows from which it is opened keep their entries below it. */
function aboveNext(now: Address): number {
  if (ticketIn(now) === null) return 1
  const above = aboveList(now.state)
  return above === 0 ? 0 : above + 1 + openWindowCount()
}

/** How many entries of the history the list lies below a conversation; 0 where it was not opened from the list. */
function aboveList(state: unknown): number {
  const above = (state as { aboveList?: unknown } | null)?.aboveList
  return typeof above === 'number' ? above : 0
}

/**
 * Leads an address that holds only the beginning of an id to the ticket that has it or, where several do, to the queue
 * that shows them. True while that is being found out; an id that nobody has stays where it is.
 */
function useTicketOfPrefix(said: string | null, writer: AddressWriter): boolean {
  const prefix = ID_PREFIX.exec(said ?? '')?.[1]?.toLowerCase()
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
      if (ticketIn(now) !== said) return null
      if (ticketId !== undefined) return { ...listAddress(now, ticketId), replace: true }
      return {
        pathname: PATHS.queue,
        params: new URLSearchParams({ search, closed: '1' }),
        replace: true,
      }
    })
  }, [step, said, writer])
  return prefix !== undefined && (isPending || step !== null)
}

type PrefixStep = { ticketId: string; search?: undefined } | { ticketId?: undefined; search: string }

function prefixStep(tickets: readonly { id: string }[], prefix: string): PrefixStep | null {
  const found = tickets.map(({ id }) => id).filter((id) => id.toLowerCase().startsWith(prefix))
  // Another server's ids may be as short as this.
  if (found.includes(prefix)) return null
  const [ticketId, ...others] = found
  if (ticketId === undefined) return null
  return others.length === 0 ? { ticketId } : { search: prefix }
}
