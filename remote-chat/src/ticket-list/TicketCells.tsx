import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import { DELIVERY_WAITS, isUnknownDelivery, isWithdrawn } from 'shared/api'
import { SUBJECT_LENGTH } from 'shared/contract/constants.ts'
import { absentAssigneeLabel, staffFirstName, staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Avatar, Button, type ButtonProps, Chip, cutGraphemes, IconButton, VipBadge } from 'shared/ui'
import { usePendingMark } from '../outbox/outbox.store.ts'
import { canAccept, canClose, isSameStaffMember, newAssigneeOf, type Viewer } from '../signed-in-user.ts'
import { usePresenceText } from '../ticket/presence-text.ts'
import { AcceptButton, type TicketActions } from '../ticket/ticket-actions.tsx'
import { lineOfMessage } from '../ticket/ticket-texts.ts'
import { waitSinceText } from '../ticket/wait-since-text.ts'
import classes from './TicketCells.module.css'

export function Subject({ text }: { text: string }) {
  const shown = cutGraphemes(text, SUBJECT_LENGTH)
  return <span title={shown === text ? undefined : text}>{shown}</span>
}

function RankBadge({ ticket, own }: { ticket: Ticket; own: boolean }) {
  if (ticket.profile.is_vip) return <VipBadge />
  return own ? <Chip tone="closed">ทั่วไป</Chip> : null
}

interface ContactProps {
  ticket: Ticket
  own: boolean
  viewer: Viewer | null
}

const nameId = (ticket: Ticket) => `of-${ticket.id}`

export function Contact({ ticket, own, viewer }: ContactProps) {
  const { display_name, picture_url, friendship } = ticket.profile
  const newAssignee = own ? newAssigneeOf(viewer, ticket) : null
  return (
    <div className={classes.contact}>
      <Avatar name={display_name} src={picture_url} size={32} className={classes.image} />
      <div className={classes.text}>
        <div className={classes.name}>
          <span id={nameId(ticket)} className={classes.cut}>
            {display_name}
          </span>
          <RankBadge ticket={ticket} own={own} />
        </div>
        <div className={classes.last}>
          {friendship === 'blocked' ? <BlockedMark /> : null}
          <PresenceText ticketId={ticket.id} viewer={viewer} />
          {newAssignee ? (
            <span className={classes.taken}>{staffLabel(newAssignee)} ดูแลแทนแล้ว</span>
          ) : (
            <LastMessage ticket={ticket} viewer={viewer} />
          )}
        </div>
      </div>
    </div>
  )
}

function BlockedMark() {
  return (
    <Chip tone="closed" title="ลูกค้าบล็อกบัญชีนี้แล้ว ข้อความที่ส่งจะไม่ถึงลูกค้า" className={classes.blocked}>
      บล็อกแล้ว
    </Chip>
  )
}

function PresenceText({ ticketId, viewer }: { ticketId: string; viewer: Viewer | null }) {
  const others = usePresenceText(ticketId, viewer)
  return others === null ? null : (
    <span className={classes.presenceText}>
      {others.names} {others.does} ·{' '}
    </span>
  )
}

function LastMessage({ ticket, viewer }: Omit<ContactProps, 'own'>) {
  const pending = usePendingMark(ticket.id)
  const message = ticket.last_message
  const error = message?.delivery_error ?? null
  const mark =
    message?.delivery === 'failed' ? (
      <span className={classes.failed}>! {isUnknownDelivery(error) ? 'ไม่แน่ใจว่าถึงลูกค้า' : 'ส่งไม่สำเร็จ'} </span>
    ) : ticket.reply_wait ? (
      <span
        className={classes.failed}
        title={`${DELIVERY_WAITS[ticket.reply_wait.reason]} ${waitSinceText(ticket.reply_wait)}`}
      >
        รอ LINE {waitSinceText(ticket.reply_wait)} ·{' '}
      </span>
    ) : pending === 'failed' ? (
      // The failed message is in the outbox; it is not the newest message, which the cell shows.
      <span className={classes.failed}>! มีข้อความส่งไม่สำเร็จ · </span>
    ) : pending === 'waiting' ? (
      <span className={classes.draft}>รอส่งเมื่อเชื่อมต่อได้ · </span>
    ) : pending === 'draft' ? (
      <span className={classes.draft}>มีฉบับร่าง · </span>
    ) : null
  if (message === null) return mark ?? '\u00a0'
  const { sender } = message
  const isOwn = isSameStaffMember(viewer, sender)
  const author = message.direction === 'IN' ? null : isOwn ? 'คุณ' : sender && staffFirstName(sender)
  return (
    <>
      {mark}
      {isWithdrawn(error) ? 'ยกเลิกแล้ว · ' : null}
      {author ? `${author}: ` : null}
      {lineOfMessage(message)}
    </>
  )
}

export function Assignee({ ticket, small = false }: { ticket: Ticket; small?: boolean }) {
  const assignee = ticket.assigned_to
  if (assignee === null) {
    const before = ticket.previous_agent === null ? undefined : staffLabel(ticket.previous_agent)
    if (before === undefined || ticket.status === 'CLOSED') return <span title="ยังไม่มีผู้รับผิดชอบ">–</span>
    return (
      <span className={classes.before} title={`ยังไม่มีผู้รับผิดชอบ ครั้งก่อน ${before} ดูแลลูกค้ารายนี้`}>
        เคยดูแล: <span className={classes.cut}>{before}</span>
      </span>
    )
  }
  const { display_name, avatar_url } = assignee
  const label = staffLabel(assignee)
  const mark = ticket.assignee_absent ? <AssigneeAbsentIcon text={absentAssigneeLabel(assignee)} /> : null
  if (small)
    return (
      <span className={classes.small} title={label}>
        {mark}
        {label}
      </span>
    )
  return (
    <div className={classes.assignee} title={label}>
      <Avatar name={display_name} src={avatar_url} size={24} seed="staff" />
      <div className={classes.assigneeName}>
        <span className={classes.cut}>{label}</span>
        {mark}
      </div>
    </div>
  )
}

function AssigneeAbsentIcon({ text }: { text: string }) {
  return (
    <span className={classes.absent} role="img" aria-label={text} title={text}>
      <IconUserOff size={15} aria-hidden />
      <span className={classes.absentTexts}>ไม่ออนไลน์</span>
    </span>
  )
}

interface ActionProps {
  ticket: Ticket
  viewer: Viewer | null
  actions: Pick<TicketActions, 'accept' | 'close' | 'busy'>
}

interface RowActionsProps extends ActionProps {
  onOpen: () => void
  compact: boolean
}

export function RowActions({ ticket, viewer, actions, onOpen, compact }: RowActionsProps) {
  const about = { tabIndex: -1, 'aria-describedby': nameId(ticket) }
  if (canAccept(ticket)) return <AcceptButton ticket={ticket} actions={actions} {...about} />
  return (
    <div className={classes.actions}>
      {canClose(viewer, ticket) ? <CloseButton ticket={ticket} actions={actions} {...about} /> : null}
      {compact ? (
        <IconButton label="เปิดแชท" className={classes.quiet} onClick={onOpen} {...about}>
          <IconMessageCircle size={20} aria-hidden />
        </IconButton>
      ) : (
        <Button size="sm" variant="subtle" className={classes.open} onClick={onOpen} {...about}>
          เปิดแชท
        </Button>
      )}
    </div>
  )
}

export function CardAction({ ticket, viewer, actions }: ActionProps) {
  const about = { 'aria-describedby': nameId(ticket) }
  if (canAccept(ticket)) return <AcceptButton ticket={ticket} actions={actions} size="md" {...about} />
  return canClose(viewer, ticket) ? <CloseButton ticket={ticket} actions={actions} {...about} /> : null
}

interface CloseButtonProps
  extends Omit<ActionProps, 'viewer'>,
    Pick<ButtonProps, 'tabIndex' | 'aria-describedby'> {}

function CloseButton({ ticket, actions, ...about }: CloseButtonProps) {
  const closing = actions.busy(ticket.id) === 'closing'
  return (
    <IconButton
      label={closing ? 'กำลังปิดเคส...' : 'ปิดเคส'}
      loading={closing}
      className={classes.quiet}
      onClick={() => actions.close(ticket)}
      {...about}
    >
      <IconCircleCheck size={20} aria-hidden />
    </IconButton>
  )
}
