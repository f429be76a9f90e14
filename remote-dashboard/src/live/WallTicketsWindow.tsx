import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { dashboardCalls } from 'shared/api'
import { WALL_EVENTS_MS, WALL_REFRESH_MS } from 'shared/contract/constants.ts'
import { customerLabels } from 'shared/contract/customers/customer-label.ts'
import type { WallListedTicket } from 'shared/contract/dashboard/list-wall-tickets.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { serverNow } from 'shared/session'
import {
  Avatar,
  Chip,
  formatClock,
  formatDuration,
  formatThaiDateTime,
  VipBadge,
  VisuallyHidden,
} from 'shared/ui'
import { useCloseOpened } from '../address/use-close-opened.ts'
import { TicketsDialog } from '../cases/TicketsDialog.tsx'
import classes from '../cases/TicketsWindow.module.css'
import { queueAddress, ticketAddress } from '../cases/ticket-address.ts'
import { wallTicketsFamilyKey } from '../dashboard-keys.ts'
import { formatCount } from '../figures/format.ts'
import { useTicketEvents } from '../figures/use-ticket-events.ts'
import { useHeldRows } from '../own/use-held-rows.ts'
import { AbsentMark } from './AbsentMark.tsx'
import type { LiveWall } from './live-wall.queries.ts'
import { WallWait } from './WallWait.tsx'
import { OPENED_HERE, readWallList, type WallList } from './wall-address.ts'

/** Current tickets behind a wallboard count; each links to the chat. */
export function WallTicketsWindow({ wall }: { wall: LiveWall | undefined }) {
  const [params] = useSearchParams()
  const of = readWallList(params)
  return of === null ? null : <WallTickets of={of} wall={wall} />
}

function WallTickets({ of, wall }: { of: WallList; wall: LiveWall | undefined }) {
  const { metric, channel, person } = of
  const question = {
    metric,
    ...(channel === undefined ? {} : { channel_key: channel }),
    ...(person === undefined ? {} : { staff_id: person }),
  }
  const queryKey = [...wallTicketsFamilyKey, question] as const
  const list = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { fetchWallTickets } = await (await dashboardCalls()).wallTicketCalls()
      return fetchWallTickets({ ...question, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // The interval grows with the number of pages, since each page is one request. No polling without data: the error
    // has its own retry.
    refetchInterval: ({ state }) => state.data !== undefined && WALL_REFRESH_MS * state.data.pages.length,
  })
  useTicketEvents(queryKey, WALL_EVENTS_MS * (list.data?.pages.length ?? 1))
  const [first] = list.data?.pages ?? []
  const tickets = new Map(
    list.data?.pages.flatMap(({ items }) => items.map((each) => [each.ticket_id, each])),
  )
  const { rows, holding } = useHeldRows([...tickets].map(([id, item]) => ({ id, item })))
  const nameOf = customerLabels(rows.map(({ item }) => item))
  const close = useCloseList()
  // In full screen the dialog would be hidden behind the wallboard.
  useEffect(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(console.warn)
  }, [])
  const { title, empty, gone, nobodys, queue } = wordsOf(of, wall, first?.items)
  return (
    <TicketsDialog
      title={title}
      summary={first && `${formatCount(first.total)}${first.has_more ? '+' : ''} เคส · ลูกค้าที่รอนานที่สุดอยู่บนสุด`}
      list={list}
      rows={
        first
          ? rows.map(({ id, item }) => (
              <WallListedRow
                key={id}
                of={item}
                customerName={nameOf(item)}
                gone={tickets.has(id) ? null : gone}
              />
            ))
          : null
      }
      holding={holding}
      empty={empty}
      nobodys={nobodys}
      foot={
        <Link to={queue} className={classes.further}>
          เปิดในคิวแชท
        </Link>
      }
      onClose={close}
    />
  )
}

function useCloseList() {
  const [, setParams] = useSearchParams()
  return useCloseOpened(
    OPENED_HERE,
    useCallback(() => setParams({}, { replace: true }), [setParams]),
  )
}

function wordsOf(
  { metric, channel, person: personId }: WallList,
  wall: LiveWall | undefined,
  items: readonly WallListedTicket[] = [],
) {
  if (personId !== undefined) {
    const person =
      wall?.people.find(({ id }) => id === personId) ??
      items.find(({ assigned_to: assignee }) => assignee?.id === personId)?.assigned_to
    return {
      title: `เคสที่เปิดอยู่ของ ${person ? staffLabel(person) : 'แอดมิน'}`,
      empty: 'ไม่มีเคสที่เปิดอยู่',
      gone: 'ไม่อยู่ในรายการแล้ว',
      nobodys: 'ไม่พบคนนี้',
      queue: queueAddress({ assignee: personId }),
    }
  }
  const account =
    channel === undefined
      ? ''
      : ` · ${[...(wall?.channels ?? []), ...items].find((each) => each.channel.key === channel)?.channel.name ?? channel}`
  const [title, empty, gone] = {
    waiting: ['ลูกค้ารอตอบ', 'ไม่มีลูกค้ารอตอบ', 'ตอบแล้ว'],
    unassigned: ['รอและยังไม่มีผู้รับ', 'ลูกค้าที่รออยู่มีผู้รับแล้วทุกคน', 'ไม่อยู่ในรายการแล้ว'],
    open: ['เคสที่เปิดอยู่', 'ไม่มีเคสที่เปิดอยู่', 'ปิดแล้ว'],
  }[metric] as [string, string, string]
  const order = { order: 'longest' } as const
  return {
    title: title + account,
    empty,
    gone,
    nobodys: channel === undefined ? undefined : 'ไม่พบบัญชี OA นี้ หรือคุณไม่มีสิทธิ์ดู',
    queue: queueAddress({
      ...(channel === undefined ? order : { channel, ...order }),
      ...(metric === 'unassigned' ? { assignee: 'none' } : {}),
    }),
  }
}

interface WallListedRowProps {
  of: WallListedTicket
  customerName: string
  /** Why the ticket is no longer part of the list, while a pointer keeps its row visible; `null` if it still is. */
  gone: string | null
}

function WallListedRow({ of, customerName, gone }: WallListedRowProps) {
  const { ticket_id: id, customer, channel, subject, opened_at, waiting_since: since, assigned_to } = of
  return (
    <li>
      <Link to={ticketAddress(id)} className={classes.row}>
        <Avatar name={customer.display_name} src={customer.picture_url} seed={customer.id} size={32} />
        <span className={classes.what}>
          <span className={classes.who}>
            <strong className={classes.name}>{customerName}</strong>
            {customer.is_vip ? <VipBadge /> : null}
            {assigned_to === null && gone === null ? <Chip tone="new">ใหม่</Chip> : null}
            {of.assignee_absent && gone === null ? <AbsentMark assignee={assigned_to} /> : null}
          </span>
          <span className={classes.facts}>
            {[subject, channel.name, ...(assigned_to === null ? [] : [staffLabel(assigned_to)])].join(' · ')}
          </span>
          <span className={classes.facts}>
            เปิดเมื่อ <time dateTime={opened_at}>{formatThaiDateTime(opened_at)}</time>
          </span>
        </span>
        <span className={classes.value}>
          {gone !== null || since === null ? (
            <>
              <span className={classes.facts}>{gone ?? 'ตอบแล้ว'}</span>
              {since === null ? null : <StoppedWait since={since} />}
            </>
          ) : (
            <>
              <span className={classes.facts} aria-hidden="true">
                รอ
              </span>
              <WallWait since={since} />
            </>
          )}
        </span>
      </Link>
    </li>
  )
}

/** Waiting time until the ticket left the list. */
function StoppedWait({ since }: { since: string }) {
  const [at] = useState(serverNow)
  const secs = (at - Date.parse(since)) / 1_000
  return (
    <span className={classes.facts}>
      <span aria-hidden="true">{formatClock(secs)}</span>
      <VisuallyHidden>{`รอ ${formatDuration(secs)}`}</VisuallyHidden>
    </span>
  )
}
