import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { errorText } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ConfirmDialog, deferred, showToast, useDeferred } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { acceptTicket } from '../ticket/accept-ticket.ts'
import { closeTicket } from '../ticket/close-ticket.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { alreadyAcceptedText, closeFailure } from '../ticket/ticket-failures.ts'

const closeConfirmation = deferred(
  async () => (await import(/* webpackChunkName: "tools" */ './CloseConfirmation.tsx')).CloseConfirmation,
)

export interface TicketActionsOptions {
  /** Returns the conversation that is open at the time of the call, including changes that are not rendered yet. */
  openNow: () => string | null
  /** Called after a ticket was accepted, unless another conversation was opened in the meantime. */
  onAccepted: (ticketId: string) => void
  neighbourOf: (ticketId: string) => string | null
  /** Called after a ticket was closed. `neighbour` is the id of the ticket that was next to it when closing started. */
  onClosed: (ticketId: string, neighbour: string | null) => void
}

/** `accept` and `close` are the same functions across renders. */
export function useTicketActions(options: TicketActionsOptions): TicketActions {
  const cache = useChatCache()
  const [confirming, setConfirming] = useState<Ticket | null>(null)
  const [work, setWork] = useState<ReadonlyMap<string, 'accepting' | 'closing'>>(new Map())
  // A ref, because state would not be updated before a second click.
  const busyTicketIds = useRef(new Set<string>())

  async function run(id: string, kind: 'accepting' | 'closing', task: () => Promise<void>): Promise<void> {
    if (busyTicketIds.current.has(id)) return
    busyTicketIds.current.add(id)
    setWork((now) => new Map(now).set(id, kind))
    try {
      await task()
    } finally {
      busyTicketIds.current.delete(id)
      setWork((now) => new Map([...now].filter(([each]) => each !== id)))
      cache.reloadLists()
    }
  }

  async function tryAccept(id: string): Promise<boolean> {
    const outcome = await acceptTicket(cache, id)
    if (!outcome.mine) showToast({ tone: 'info', text: alreadyAcceptedText(outcome.assignee) })
    return outcome.mine
  }

  function accept(ticket: Ticket): void {
    const before = options.openNow()
    void run(ticket.id, 'accepting', async () => {
      try {
        if ((await tryAccept(ticket.id)) && latest.current.openNow() === before)
          latest.current.onAccepted(ticket.id)
      } catch (error) {
        showToast({ tone: 'error', text: errorText(error) })
      }
    })
  }

  function close(ticket: Ticket): void {
    setConfirming(null)
    const neighbour = options.neighbourOf(ticket.id)
    void run(ticket.id, 'closing', async () => {
      try {
        if (ticket.assigned_to === null && !(await tryAccept(ticket.id))) return
        await closeTicket(cache, ticket)
        showToast({ tone: 'success', text: `ปิดเคสของ ${ticket.profile.display_name} แล้ว` })
        latest.current.onClosed(ticket.id, neighbour)
      } catch (error) {
        showToast({ tone: 'error', text: closeFailure(error) })
      }
    })
  }

  // After a response, uses the options of the latest render, not those of the render in which the user clicked.
  const latest = useRef({ ...options, accept, closeAtOnce: close })
  useLayoutEffect(() => {
    latest.current = { ...options, accept, closeAtOnce: close }
  })
  const stableActions = useMemo(
    () => ({
      accept: (ticket: Ticket) => latest.current.accept(ticket),
      close: setConfirming,
      closeAtOnce: (ticket: Ticket) => latest.current.closeAtOnce(ticket),
    }),
    [],
  )

  const CloseConfirmation = useDeferred(closeConfirmation, confirming !== null, () => {
    showToast({ tone: 'error', text: errorText(null, 'close') })
    setConfirming(null)
  })
  return {
    ...stableActions,
    busy: (id) => work.get(id) ?? null,
    dialog: (
      <ConfirmDialog
        open={confirming !== null && CloseConfirmation !== null}
        title="ปิดเคส"
        confirmLabel="ปิดเคส"
        onConfirm={() => confirming && close(confirming)}
        onCancel={() => setConfirming(null)}
      >
        {confirming !== null && CloseConfirmation !== null ? <CloseConfirmation ticket={confirming} /> : null}
      </ConfirmDialog>
    ),
  }
}
