import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { dashboardCalls } from 'shared/api'
import { WALLBOARD_EVENTS_MS, WALLBOARD_REFRESH_MS } from 'shared/contract/constants.ts'
import { customerLabels } from 'shared/contract/customers/customer-label.ts'
import type { WallboardListedTicket } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { serverNow } from 'shared/session'
import {
  Avatar,
  Chip,
  formatClock,
  formatDuration,
  formatThaiDateTime,
  useUrlParams,
  VipBadge,
  VisuallyHidden,
} from 'shared/ui'
import { ListRow, ListRowName, ListRowText } from 'shared/ui/ListRow/ListRow.tsx'
import { useCloseUrlDialog } from 'shared/ui/use-close-url-dialog.ts'
import { wallboardTicketsFamilyKey } from '../dashboard-query-keys.ts'
import classes from '../metric-tickets/TicketsDialog.module.css'
import { TicketsDialog } from '../metric-tickets/TicketsDialog.tsx'
import { queueAddress, ticketAddress } from '../metric-tickets/ticket-address.ts'
import { formatCount } from '../metrics/format-metric.ts'
import { useTicketEvents } from '../metrics/use-ticket-events.ts'
import { useFrozenRows } from '../own-dashboard/use-frozen-rows.ts'
import { AssigneeAbsentIcon } from './AssigneeAbsentIcon.tsx'
import { WallboardWait } from './WallboardWait.tsx'
import type { Wallboard } from './wallboard.queries.ts'
import { OPENED_HERE, readWallboardList, type WallboardList } from './wallboard-address.ts'

export function WallboardTicketsDialog({ wallboard }: { wallboard: Wallboard | undefined }) {
  const [params] = useUrlParams()
  const of = readWallboardList(params)
  return of === null ? null : <WallboardTickets of={of} wallboard={wallboard} />
}

function WallboardTickets({ of, wallboard }: { of: WallboardList; wallboard: Wallboard | undefined }) {
  const { metric, channel, staffId } = of
  const request = {
    metric,
    ...(channel === undefined ? {} : { channel_key: channel }),
    ...(staffId === undefined ? {} : { staff_id: staffId }),
  }
  const queryKey = [...wallboardTicketsFamilyKey, request] as const
  const list = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { fetchWallboardTickets } = await (await dashboardCalls()).wallboardTicketCalls()
      return fetchWallboardTickets(
        { ...request, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      )
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // Each page is one request. Does not poll without data, because the error state has its own retry.
    refetchInterval: ({ state }) =>
      state.data !== undefined && WALLBOARD_REFRESH_MS * state.data.pages.length,
  })
  useTicketEvents(queryKey, WALLBOARD_EVENTS_MS * (list.data?.pages.length ?? 1))
  const [first] = list.data?.pages ?? []
  const tickets = new Map(
    list.data?.pages.flatMap(({ items }) => items.map((each) => [each.ticket_id, each])),
  )
  const { rows, freezeHandlers } = useFrozenRows([...tickets].map(([id, item]) => ({ id, item })))
  const nameOf = customerLabels(rows.map(({ item }) => item))
  const [, setParams] = useUrlParams()
  const close = useCloseUrlDialog(
    OPENED_HERE,
    useCallback(() => setParams(() => new URLSearchParams(), { replace: true }), [setParams]),
  )
  // Leaves full screen, in which the wallboard would hide the dialog.
  useEffect(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(console.warn)
  }, [])
  const { title, empty, gone, notFound, queue } = textOf(of, wallboard, first?.items)
  return (
    <TicketsDialog
      title={title}
      summary={first && `${formatCount(first.total)}${first.has_more ? '+' : ''} เคส · ลูกค้าที่รอนานที่สุดอยู่บนสุด`}
      list={list}
      rows={
        first
          ? rows.map(({ id, item }) => (
              <WallboardListedRow
                key={id}
                of={item}
                customerName={nameOf(item)}
                gone={tickets.has(id) ? null : gone}
              />
            ))
          : null
      }
      freezeHandlers={freezeHandlers}
      empty={empty}
      notFound={notFound}
      foot={
        <Link to={queue} className={classes.further}>
          เปิดในคิวแชท
        </Link>
      }
      onClose={close}
    />
  )
}

function textOf(
  { metric, channel, staffId }: WallboardList,
  wallboard: Wallboard | undefined,
  items: readonly WallboardListedTicket[] = [],
) {
  if (staffId !== undefined) {
    const staffMember =
      wallboard?.staff.find(({ id }) => id === staffId) ??
      items.find(({ assigned_to: assignee }) => assignee?.id === staffId)?.assigned_to
    return {
      title: `เคสที่เปิดอยู่ของ ${staffMember ? staffLabel(staffMember) : 'แอดมิน'}`,
      empty: 'ไม่มีเคสที่เปิดอยู่',
      gone: 'ไม่อยู่ในรายการแล้ว',
      notFound: 'ไม่พบคนนี้',
      queue: queueAddress({ assignee: staffId }),
    }
  }
  const ofChannel =
    channel === undefined
      ? ''
      : ` · ${[...(wallboard?.channels ?? []), ...items].find((each) => each.channel.key === channel)?.channel.name ?? channel}`
  const [title, empty, gone] = {
    waiting: ['ลูกค้ารอตอบ', 'ไม่มีลูกค้ารอตอบ', 'ตอบแล้ว'],
    unassigned: ['รอและยังไม่มีผู้รับ', 'ลูกค้าที่รออยู่มีผู้รับแล้วทุกคน', 'ไม่อยู่ในรายการแล้ว'],
    open: ['เคสที่เปิดอยู่', 'ไม่มีเคสที่เปิดอยู่', 'ปิดแล้ว'],
  }[metric] as [string, string, string]
  const order = { order: 'longest' } as const
  return {
    title: title + ofChannel,
    empty,
    gone,
    notFound: channel === undefined ? undefined : 'ไม่พบบัญชี OA นี้ หรือคุณไม่มีสิทธิ์ดู',
    queue: queueAddress({
      ...(channel === undefined ? order : { channel, ...order }),
      ...(metric === 'unassigned' ? { assignee: 'none' } : {}),
    }),
  }
}

interface WallboardListedRowProps {
  of: WallboardListedTicket
  customerName: string
  /** Reason why the ticket left the list while a pointer keeps its row visible; `null` if it is still in the list. */
  gone: string | null
}

function WallboardListedRow({ of, customerName, gone }: WallboardListedRowProps) {
  const { ticket_id: id, customer, channel, subject, opened_at, waiting_since: since, assigned_to } = of
  return (
    <li>
      <ListRow component={Link} to={ticketAddress(id)} className={classes.row}>
        <Avatar name={customer.display_name} src={customer.picture_url} seed={customer.id} size={32} />
        <ListRowText>
          <ListRowName name={customerName}>
            {customer.is_vip ? <VipBadge /> : null}
            {assigned_to === null && gone === null ? <Chip tone="new">ใหม่</Chip> : null}
            {of.assignee_absent && gone === null ? <AssigneeAbsentIcon assignee={assigned_to} /> : null}
          </ListRowName>
          <span className={classes.details}>
            {[subject, channel.name, ...(assigned_to === null ? [] : [staffLabel(assigned_to)])].join(' · ')}
          </span>
          <span className={classes.details}>
            เปิดเมื่อ <time dateTime={opened_at}>{formatThaiDateTime(opened_at)}</time>
          </span>
        </ListRowText>
        <span className={classes.value}>
          {gone !== null || since === null ? (
            <>
              <span className={classes.details}>{gone ?? 'ตอบแล้ว'}</span>
              {since === null ? null : <StoppedWait since={since} />}
            </>
          ) : (
            <>
              <span className={classes.details} aria-hidden="true">
                รอ
              </span>
              <WallboardWait since={since} />
            </>
          )}
        </span>
      </ListRow>
    </li>
  )
}

function StoppedWait({ since }: { since: string }) {
  const [at] = useState(serverNow)
  const secs = (at - Date.parse(since)) / 1_000
  return (
    <span className={classes.details}>
      <span aria-hidden="true">{formatClock(secs)}</span>
      <VisuallyHidden>{`รอ ${formatDuration(secs)}`}</VisuallyHidden>
    </span>
  )
}
