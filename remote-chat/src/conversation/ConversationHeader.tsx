import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import {
  Avatar,
  Button,
  Chip,
  ClippedMarks,
  deferred,
  formatThaiDateTime,
  formatThaiShort,
  IconButton,
  Skeleton,
  useDeferred,
  useMediaQuery,
  VipBadge,
  WaitTime,
} from 'shared/ui'
import { CustomerButton } from '../customer/CustomerButton.tsx'
import { canAccept, canClose, useViewer } from '../signed-in-user.ts'
import { StateChip, TicketId } from '../ticket/TicketBadges.tsx'
import { AcceptButton, type TicketActions } from '../ticket/ticket-actions.tsx'
import { waitingSince } from '../ticket/ticket-texts.ts'
import classes from './ConversationHeader.module.css'

const headerTools = deferred(() => import(/* webpackChunkName: "tools" */ './lazy-header-parts.ts'))

export interface ConversationHeaderProps {
  ticket: Ticket
  actions: TicketActions
  onClose: () => void
}

export function ConversationHeader({ ticket, actions, onClose }: ConversationHeaderProps) {
  const viewer = useViewer()
  // The menus and the viewers in the header are optional: reading, accepting and closing work without them.
  const tools = useDeferred(headerTools, true, () => undefined)
  // On phones the header shows a short date, because a full date would need its own line.
  const isPhone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const closing = actions.busy(ticket.id) === 'closing'
  const since = waitingSince(ticket)
  const { display_name, picture_url, is_vip, friendship } = ticket.profile
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <CustomerButton ticket={ticket}>
          <Avatar name={display_name} src={picture_url} size={40} />
        </CustomerButton>
        <div className={classes.who}>
          <h2 className={classes.name}>
            <span className={classes.cut}>{display_name}</span>
            {is_vip ? <VipBadge /> : null}
          </h2>
          <p className={classes.details}>
            <span>
              <TicketId id={ticket.id} /> ·{' '}
              {tools === null ? (
                <ClippedMarks text={ticket.subject} />
              ) : (
                <tools.SubjectMenu ticket={ticket} />
              )}
            </span>
            <span title={formatThaiDateTime(ticket.opened_at)}>
              เปิด
              {isPhone
                ? ` ${formatThaiShort(ticket.opened_at)}`
                : `เมื่อ ${formatThaiDateTime(ticket.opened_at)}`}
            </span>
          </p>
        </div>
        {canAccept(ticket) ? (
          <AcceptButton ticket={ticket} actions={actions} />
        ) : canClose(viewer, ticket) ? (
          <Button size="sm" variant="outline" disabled={closing} onClick={() => actions.close(ticket)}>
            {closing ? 'กำลังปิดเคส...' : 'ปิดเคส'}
          </Button>
        ) : null}
        {tools === null ? null : <tools.TicketMenu ticket={ticket} />}
        <IconButton label="ออกจากแชท" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={classes.state}>
        <StateChip ticket={ticket} />
        <Chip tone="oa">{ticket.channel.name}</Chip>
        {friendship === 'blocked' ? <Chip tone="crit">บล็อกบัญชีนี้แล้ว</Chip> : null}
        {since === null ? null : (
          <span className={classes.waiting}>
            รอตอบ <WaitTime since={since} className={classes.clock} />
          </span>
        )}
        {tools === null ? null : <tools.ConversationPresence ticket={ticket} />}
      </div>
      {tools === null ? null : <tools.CloseAfterThanks ticket={ticket} actions={actions} />}
    </header>
  )
}

interface ConversationHeaderSkeletonProps {
  onClose: () => void
  /** True while the ticket is being loaded; false when the ticket does not exist. */
  isLoading: boolean
}

export function ConversationHeaderSkeleton({ onClose, isLoading }: ConversationHeaderSkeletonProps) {
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        {isLoading ? <Skeleton circle width={40} height={40} /> : null}
        <div className={classes.who}>
          {isLoading ? (
            <>
              <Skeleton width="50%" height={18} />
              <Skeleton width="80%" />
            </>
          ) : null}
        </div>
        <IconButton label="ออกจากแชท" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </div>
      {isLoading ? (
        <div className={classes.state}>
          <Skeleton width={120} height={22} />
        </div>
      ) : null}
    </header>
  )
}
