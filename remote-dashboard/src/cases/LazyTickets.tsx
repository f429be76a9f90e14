import { deferred, useLazyDialog } from 'shared/ui'
import type { TicketsWindowProps } from './TicketsWindow.tsx'

const ticketsWindow = deferred(
  async () => (await import(/* webpackChunkName: "cases" */ './TicketsWindow.tsx')).TicketsWindow,
)
export const preloadTickets = ticketsWindow.preload

export interface LazyTicketsProps extends Omit<TicketsWindowProps, 'tickets'> {
  tickets: TicketsWindowProps['tickets'] | null
}

/** Shows the list of tickets when the URL names a metric. */
export function LazyTickets({ tickets: asked, ...rest }: LazyTicketsProps) {
  // The team dashboard does not have this list.
  const tickets = asked?.metric === 'handling' && rest.isOwn !== true ? null : asked
  const Window = useLazyDialog(ticketsWindow, tickets !== null, rest.onClose)
  return Window !== null && tickets !== null ? (
    <Window key={JSON.stringify({ ...tickets, order: undefined })} tickets={tickets} {...rest} />
  ) : null
}
