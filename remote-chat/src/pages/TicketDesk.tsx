import type { ReactNode } from 'react'
import type { TicketListQuery } from 'shared/api'
import { useTicketSubscriptions } from 'shared/realtime'
import { Button } from 'shared/ui'
import { ConversationPanel } from '../conversation/ConversationPanel.tsx'
import { QueueTabs } from '../queue/QueueTabs.tsx'
import { useTicketActions } from '../ticket/ticket-actions.tsx'
import { TicketListView } from '../ticket-list/TicketListView.tsx'
import { useCalm } from '../ticket-list/use-calm.ts'
import { useCountedUnread } from '../ticket-list/use-counted-unread.ts'
import { useOpenTicket } from '../ticket-list/use-open-ticket.ts'
import { useTicketList } from '../ticket-list/use-ticket-list.ts'
import classes from './TicketDesk.module.css'
import { useChatEvents } from './use-chat-events.ts'

export interface TicketDeskProps {
  view: 'queue' | 'mine'
  label: string
  query: TicketListQuery
  /** A ticket that is closed here stays in the list. */
  keepsClosed?: boolean
  page: number
  onPage: (page: number) => void
  /** What is asked for is narrowed down, so an empty list is no wonder. */
  filtered: boolean
  onClearFilters: () => void
  emptyTitle: string
  /** What narrows the list down. */
  toolbar: ReactNode
}

/** A list of tickets with the conversation beside it, or over it where there is no room; live, and ready to be worked on. */
export function TicketDesk(props: TicketDeskProps) {
  const { view, label, query, keepsClosed = false, page, onPage, filtered } = props
  const [listRef, calm] = useCalm()
  useChatEvents()
  const list = useTicketList(query, calm)
  const open = useOpenTicket()
  const actions = useTicketActions((id) => {
    if (!keepsClosed) list.drop(id)
    if (open.ticketId === id) open.close()
  })
  useTicketSubscriptions(list.rows?.map((ticket) => ticket.id) ?? [])
  useCountedUnread(list.rows ?? [])

  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <div className={classes.bars}>
          <QueueTabs view={view} live={{ updatedAt: list.updatedAt, failed: list.error !== null }} />
          {props.toolbar}
        </div>
        <TicketListView
          label={label}
          own={view === 'mine'}
          list={list}
          page={page}
          onPage={onPage}
          selectedId={open.ticketId}
          onOpen={(ticket) => open.open(ticket.id)}
          actions={actions}
          listRef={listRef}
          emptyTitle={filtered ? 'ไม่พบผลลัพธ์' : props.emptyTitle}
          emptyAction={
            filtered ? (
              <Button variant="tint" onClick={props.onClearFilters}>
                ล้างทั้งหมด
              </Button>
            ) : undefined
          }
        />
      </div>
      {open.ticketId === null ? null : (
        <ConversationPanel
          key={open.ticketId}
          ticketId={open.ticketId}
          actions={actions}
          onClose={open.close}
          onOpenCase={open.open}
        />
      )}
      {actions.dialog}
    </div>
  )
}
