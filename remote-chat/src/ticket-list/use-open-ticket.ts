import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'

export interface OpenTicket {
  /** The conversation on the screen, as the address says; null for none. */
  ticketId: string | null
  open: (ticketId: string) => void
  close: () => void
}

/** The address says which conversation is open: `?ticket=`, `?open=` or the id in the path. Back closes it. */
export function useOpenTicket(): OpenTicket {
  const navigate = useNavigate()
  const location = useLocation()
  const { id } = useParams()
  const [params] = useSearchParams()
  const ticketId = params.get('ticket') ?? params.get('open') ?? id ?? null
  const path = id === undefined ? location.pathname : '/my-tickets'

  function addressWith(ticket: string | null): string {
    const next = new URLSearchParams(params)
    next.delete('open')
    if (ticket === null) next.delete('ticket')
    else next.set('ticket', ticket)
    const query = next.toString()
    return query === '' ? path : `${path}?${query}`
  }

  return {
    ticketId,
    open(ticket) {
      if (ticket === ticketId) return
      // From one conversation to the next there is one step back, not one for each.
      navigate(addressWith(ticket), {
        replace: ticketId !== null,
        state: { openedHere: ticketId === null || openedHere(location.state) },
      })
    },
    close() {
      if (ticketId === null) return
      if (openedHere(location.state)) navigate(-1)
      else navigate(addressWith(null), { replace: true })
    },
  }
}

function openedHere(state: unknown): boolean {
  return (state as { openedHere?: unknown } | null)?.openedHere === true
}
