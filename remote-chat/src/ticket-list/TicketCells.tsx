import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs'
import { SUBJECT_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Avatar, Button, Chip, cutGraphemes, IconButton, VipBadge } from 'shared/ui'
import { StateChip } from '../ticket/TicketBadges.tsx'
import { AcceptButton, type TicketActions } from '../ticket/ticket-actions.tsx'
import { lineOfMessage } from '../ticket/ticket-words.ts'
import { canClose, type Viewer } from '../viewer.ts'
import classes from './TicketCells.module.css'

/** The issue type, cut to 36 characters as a reader counts them; whole under the pointer. */
export function Subject({ text }: { text: string }) {
  const shown = cutGraphemes(text, SUBJECT_LENGTH)
  return <span title={shown === text ? undefined : text}>{shown}</span>
}

/** VIP or, where both are told, normal. */
function RankBadge({ ticket, own }: { ticket: Ticket; own: boolean }) {
  if (ticket.profile.is_vip) return <VipBadge />
  return own ? <Chip tone="closed">ทั่วไป</Chip> : null
}

/** The customer: picture, name, VIP, and the newest message in one line. */
export function Contact({ ticket, own }: { ticket: Ticket; own: boolean }) {
  const { display_name, picture_url } = ticket.profile
  return (
    <div className={classes.contact}>
      <Avatar name={display_name} src={picture_url} size={32} />
      <div className={classes.words}>
        <div className={classes.name}>
          <span className={classes.cut}>{display_name}</span>
          <RankBadge ticket={ticket} own={own} />
        </div>
        <div className={classes.last}>{ticket.last_message ? lineOfMessage(ticket.last_message) : ' '}</div>
      </div>
    </div>
  )
}

/** Who holds the ticket; a dash while nobody does. */
export function Assignee({ ticket }: { ticket: Ticket }) {
  const person = ticket.assigned_to
  if (person === null) return <span title="ยังไม่มีผู้รับผิดชอบ">–</span>
  return (
    <div className={classes.assignee} title={person.display_name}>
      <Avatar name={person.display_name} src={person.avatar_url} size={24} seed="staff" />
      <span className={classes.cut}>{person.display_name}</span>
    </div>
  )
}

/** The same in little: the state of a new or closed ticket, the picture of who holds an open one. */
export function Care({ ticket }: { ticket: Ticket }) {
  const person = ticket.assigned_to
  if (person === null || ticket.status === 'CLOSED') return <StateChip ticket={ticket} />
  return (
    <Avatar
      name={person.display_name}
      src={person.avatar_url}
      size={24}
      seed="staff"
      label={`ดูแลโดย ${person.display_name}`}
    />
  )
}

interface ActionProps {
  ticket: Ticket
  viewer: Viewer | null
  actions: TicketActions
}

interface RowActionsProps extends ActionProps {
  onOpen: () => void
  /** There is no room for words: an icon stands for them. */
  compact: boolean
}

/** Accept while nobody holds it; open and close afterwards. */
export function RowActions({ ticket, viewer, actions, onOpen, compact }: RowActionsProps) {
  const closing = actions.busy(ticket.id) === 'closing'
  if (ticket.assigned_to === null && ticket.status === 'OPEN')
    return <AcceptButton ticket={ticket} actions={actions} />
  return (
    <div className={classes.actions}>
      {canClose(viewer, ticket) ? (
        <IconButton
          label={closing ? 'กำลังปิดเคส...' : 'ปิดเคส'}
          loading={closing}
          className={classes.quiet}
          onClick={() => actions.close(ticket)}
        >
          <IconCircleCheck size={20} aria-hidden />
        </IconButton>
      ) : null}
      {compact ? (
        <IconButton label="เปิดแชท" className={classes.quiet} onClick={onOpen}>
          <IconMessageCircle size={20} aria-hidden />
        </IconButton>
      ) : (
        <Button size="sm" variant="subtle" className={classes.open} onClick={onOpen}>
          เปิดแชท
        </Button>
      )}
    </div>
  )
}
