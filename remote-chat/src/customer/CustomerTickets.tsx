import { errorText } from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, ClippedMarks, formatDuration, formatThaiShort, Skeleton } from 'shared/ui'
import { StateChip, TicketId } from '../ticket/TicketBadges.tsx'
import classes from './CustomerPanel.module.css'
import { TicketLink } from './TicketLink.tsx'
import { useCustomerTickets } from './use-customer.ts'

export interface CustomerTicketsProps {
  customerId: string
  /** Ticket of the open conversation, which the list of tickets omits. */
  ticket: Ticket
  onOpenTicket: (ticketId: string) => void
}

export function CustomerTickets({ customerId, ticket, onOpenTicket }: CustomerTicketsProps) {
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, ...found } =
    useCustomerTickets(customerId)
  const tickets = data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== ticket.id)
  return (
    <section className={classes.part} aria-label="เคสอื่นของลูกค้า">
      <h3 className={classes.title}>เคสอื่นของลูกค้า</h3>
      {tickets === undefined ? (
        error === null ? (
          <Skeleton width="100%" height={48} />
        ) : (
          <p role="alert" className={classes.details}>
            โหลดเคสไม่สำเร็จ: {errorText(error)}{' '}
            <Button size="sm" variant="tint" loading={isFetching} onClick={() => void found.refetch()}>
              ลองใหม่
            </Button>
          </p>
        )
      ) : tickets.length === 0 && !hasNextPage ? (
        <p className={classes.details}>นี่คือเคสแรกของลูกค้ารายนี้</p>
      ) : (
        <ul className={classes.tickets}>
          {tickets.map((each) => (
            <li key={each.id}>
              <TicketLink ticketId={each.id} className={classes.case} onOpen={onOpenTicket}>
                <span className={classes.subject}>
                  <ClippedMarks text={each.subject} />
                </span>
                {each.status === 'OPEN' ? (
                  <StateChip ticket={each} />
                ) : (
                  <span className={classes.length}>ปิดใน {formatDuration(each.metrics.resolution_secs)}</span>
                )}
                <span className={classes.ticketDetails}>
                  <TicketId id={each.id} /> · {formatThaiShort(each.closed_at ?? each.opened_at)}
                  {each.closed_by ? (
                    <>
                      {' · '}
                      <span className={classes.closedBy}>ปิดโดย {staffLabel(each.closed_by)}</span>
                    </>
                  ) : null}
                </span>
              </TicketLink>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button
          size="sm"
          variant="subtle"
          loading={isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          ดูเพิ่มเติม
        </Button>
      ) : null}
    </section>
  )
}
