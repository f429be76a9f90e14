import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { errorText, hasErrorCode, isMissingCall } from 'shared/api'
import { Button, Dialog, EmptyState, Skeleton } from 'shared/ui'
import { FailedQuery } from '../metrics/FailedQuery.tsx'
import classes from './TicketsDialog.module.css'
import { useListPosition } from './use-list-position.ts'

export interface TicketsDialogProps {
  title: string
  summary?: string | undefined
  orders?: ReactNode
  list: Omit<UseInfiniteQueryResult<unknown>, 'data'>
  rows: readonly ReactNode[] | null
  freezeHandlers?: HTMLAttributes<HTMLUListElement>
  empty: string
  missing?: string
  /** Text to show when the URL names an unknown agent, or a channel that is unknown or not accessible. */
  notFound?: string | undefined
  foot?: ReactNode
  onClose: () => void
}

const isNotFoundError = (error: unknown) => hasErrorCode(error, 'invalid_request', 'forbidden_channel')

export function TicketsDialog({
  title,
  summary,
  orders,
  list,
  rows,
  freezeHandlers,
  empty,
  missing = 'เซิร์ฟเวอร์นี้ยังไม่มีรายการเคสของตัวเลขนี้',
  notFound,
  foot,
  onClose,
}: TicketsDialogProps) {
  const position = useListPosition(rows?.length, list)
  const { error: latest, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // Until the first page is loaded, a retry keeps the last error, so that its button stays under the pointer.
  const [stored, setStored] = useState(latest)
  if (latest !== null && latest !== stored) setStored(latest)
  const failure = rows === null ? (latest ?? stored) : latest
  const isNotFound = rows === null && notFound !== undefined && isNotFoundError(failure)
  const isMissing = isNotFound || (rows === null && failure !== null && isMissingCall(failure))
  const error = isMissing ? null : failure
  return (
    <Dialog open inAddress onClose={onClose} title={title} placement="end" className={classes.dialog ?? ''}>
      {rows !== null && summary === undefined ? null : (
        <p className={classes.summary} role="status">
          {summary ?? (failure === null ? 'กำลังโหลด...' : '')}
        </p>
      )}
      {rows === null && error !== null ? (
        <FailedQuery title="โหลดรายการเคสไม่สำเร็จ" of={{ error, isFetching, refetch }} />
      ) : null}
      {isMissing ? <EmptyState title={isNotFound ? notFound : missing} /> : null}
      {rows === null && failure === null ? (
        <div className={classes.loading} aria-hidden="true">
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} height={48} />
          ))}
        </div>
      ) : null}
      {rows?.length === 0 ? <EmptyState title={empty} /> : null}
      {rows?.length === 0 ? null : orders}
      <ul className={classes.list} {...freezeHandlers} {...position}>
        {rows}
      </ul>
      {rows !== null && error !== null ? (
        <p className={classes.failed} role="alert">
          {errorText(error)}
        </p>
      ) : null}
      {hasNextPage ? <p className={classes.printed}>พิมพ์เฉพาะ {rows?.length} รายการแรก</p> : null}
      {hasNextPage ? (
        <Button variant="outline" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          โหลดเพิ่ม
        </Button>
      ) : null}
      {foot}
    </Dialog>
  )
}
