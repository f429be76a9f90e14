import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { errorText } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import {
  Button,
  Chip,
  Dialog,
  EmptyState,
  ErrorState,
  formatDuration,
  formatThaiDateTime,
  Skeleton,
} from 'shared/ui'
import classes from '../cases/CasesWindow.module.css'
import { caseAddress } from '../cases/case-address.ts'
import { customerCasesQuery } from './customers.queries.ts'

export interface CustomerCasesWindowProps {
  customer: string
  /** Null: it is not on the page. */
  name: string | null
  onClose: () => void
}

/** The cases of a customer, the one opened last first; each opens in the chat. */
export function CustomerCasesWindow({ customer, name, onClose }: CustomerCasesWindowProps) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(customerCasesQuery(customer))
  const cases = data?.pages.flatMap(({ items }) => items)
  const who = name ?? cases?.[0]?.profile.display_name ?? 'ลูกค้า'
  return (
    <Dialog
      open
      inAddress
      onClose={onClose}
      title={`เคสของ ${who}`}
      placement="end"
      className={classes.window ?? ''}
    >
      {cases === undefined && error !== null ? (
        <ErrorState title="โหลดรายการเคสไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      ) : null}
      {cases === undefined && error === null ? (
        <div className={classes.loading} role="status" aria-label="กำลังโหลด...">
          {Array.from({ length: 4 }, (_, row) => (
            <Skeleton key={row} height={48} />
          ))}
        </div>
      ) : null}
      {cases?.length === 0 ? <EmptyState title="ลูกค้ารายนี้ยังไม่มีเคส" /> : null}
      <ul className={classes.list}>
        {cases?.map((each) => (
          <CustomerCase key={each.id} ticket={each} />
        ))}
      </ul>
      {cases !== undefined && error !== null ? (
        <p className={classes.failed} role="alert">
          {errorText(error)}
        </p>
      ) : null}
      {hasNextPage ? (
        <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          โหลดเพิ่ม
        </Button>
      ) : null}
    </Dialog>
  )
}

function CustomerCase({ ticket }: { ticket: Ticket }) {
  const {
    id,
    subject,
    status,
    channel,
    opened_at: openedAt,
    assigned_to: assignee,
    closed_by: closer,
  } = ticket
  const isOpen = status === 'OPEN'
  const person = isOpen ? assignee : closer
  const isNew = isOpen && assignee === null
  return (
    <li>
      <Link to={caseAddress(id)} className={classes.row}>
        <span className={classes.what}>
          <span className={classes.who}>
            <strong className={classes.name}>{subject}</strong>
            <Chip tone={isNew ? 'new' : isOpen ? 'care' : 'closed'}>
              {isNew ? 'ใหม่' : isOpen ? 'กำลังดูแล' : 'ปิดแล้ว'}
            </Chip>
          </span>
          <span className={classes.facts}>
            {[channel.name, ...(person ? [`${isOpen ? 'ดูแล' : 'ปิด'}โดย ${person.display_name}`] : [])].join(
              ' · ',
            )}
          </span>
          <span className={classes.facts}>
            เปิดเมื่อ <time dateTime={openedAt}>{formatThaiDateTime(openedAt)}</time>
          </span>
        </span>
        {ticket.metrics.resolution_secs === null ? null : (
          <span className={classes.value}>ปิดใน {formatDuration(ticket.metrics.resolution_secs)}</span>
        )}
      </Link>
    </li>
  )
}
