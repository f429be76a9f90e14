import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, formatThaiDateTime } from 'shared/ui'
import { TicketId } from '../ticket/TicketBadges.tsx'
import classes from './TicketHeading.module.css'

export function TicketHeading({ ticket, isPast }: { ticket: Ticket; isPast: boolean }) {
  return (
    <div className={classes.heading}>
      <h3 className={classes.title}>
        {isPast ? 'เคสก่อนหน้า' : 'เคสนี้'} <TicketId id={ticket.id} /> · {ticket.subject}
      </h3>
      <p className={classes.details}>
        {isPast ? closedTexts(ticket) : `เปิดเมื่อ ${formatThaiDateTime(ticket.opened_at)}`}
      </p>
    </div>
  )
}

export interface EarlierTicketButtonProps {
  ticket: Ticket
  state: { loadingOlder: boolean; olderFailed: boolean; onOlder: () => void }
}

export function EarlierTicketButton({ ticket, state }: EarlierTicketButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Moves the focus to the conversation, because the button is disabled during the load and unmounted afterwards.
  useLayoutEffect(() => {
    const element = button.current
    const leave = () => {
      if (element === document.activeElement)
        element?.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    }
    if (state.loadingOlder) leave()
    return leave
  }, [state.loadingOlder])
  return (
    <div className={classes.heading}>
      <Button
        ref={button}
        size="sm"
        variant="outline"
        className={classes.button}
        loading={state.loadingOlder}
        onClick={state.onOlder}
      >
        <span>
          <IconArrowUp size={16} className={classes.arrow} aria-hidden />
          {state.olderFailed ? 'โหลดเคสก่อนหน้าไม่สำเร็จ ลองใหม่' : <>เคสก่อนหน้า · {closedTexts(ticket)}</>}
        </span>
      </Button>
    </div>
  )
}

function closedTexts({ closed_at, closed_by, opened_at }: Ticket): ReactNode {
  if (closed_at === null) return `เปิดเมื่อ ${formatThaiDateTime(opened_at)}`
  return (
    <>
      ปิดเมื่อ {formatThaiDateTime(closed_at)}
      {closed_by === null ? null : (
        <>
          {' '}
          <span className={classes.whole}>โดย {staffLabel(closed_by)}</span>
        </>
      )}
    </>
  )
}
