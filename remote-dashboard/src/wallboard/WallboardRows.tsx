import { Link } from 'react-router-dom'
import type * as Wall from 'shared/contract/dashboard/wallboard.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, Chip, VipBadge } from 'shared/ui'
import { ticketAddress } from '../metric-tickets/ticket-address.ts'
import { AssigneeAbsentIcon } from './AssigneeAbsentIcon.tsx'
import classes from './Wallboard.module.css'
import { WallboardLink } from './WallboardLink.tsx'
import { WallboardWait } from './WallboardWait.tsx'
import { wallboardCount } from './wallboard-count.ts'

export function WallboardTicket({ of, channel }: { of: Wall.WallboardTicket; channel: string }) {
  const { ticket_id: id, customer, subject, waiting_since: since, assigned_to: assignee } = of
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.who}>
          <Link to={ticketAddress(id)} className={`${classes.name} ${classes.link}`}>
            {customer.display_name}
          </Link>
          {customer.is_vip ? <VipBadge /> : null}
          {assignee === null ? <Chip tone="new">ใหม่</Chip> : null}
          {of.assignee_absent ? <AssigneeAbsentIcon assignee={assignee} /> : null}
        </span>
        <span className={classes.details}>
          {[channel, subject, ...(assignee === null ? [] : [staffLabel(assignee)])].join(' · ')}
        </span>
      </span>
      <WallboardWait since={since} />
    </li>
  )
}

export function WallboardStaffMember({
  of,
  nameOf,
}: {
  of: Wall.WallboardStaffMember
  nameOf: ReadonlyMap<string, string>
}) {
  const { id, display_name: name, avatar_url: image, tickets, has_more: hasMore } = of
  const channelCounts = tickets.map(
    ({ channel_key: key, open_count }) =>
      `${nameOf.get(key) ?? key} ${wallboardCount([open_count], hasMore)}`,
  )
  const free = hasMore ? 'มีเคสมากกว่าที่นับได้' : 'ว่าง'
  return (
    <li className={classes.row}>
      <Avatar name={name} src={image} seed="staff" size={40} />
      <span className={classes.what}>
        <WallboardLink to={`?staff=${id}`} className={`${classes.name} ${classes.link}`}>
          {staffLabel(of)}
        </WallboardLink>
        <span className={classes.details}>
          {channelCounts.length === 0 ? free : channelCounts.join(' · ')}
        </span>
      </span>
      <span className={classes.tickets}>
        <strong className={classes.number}>
          {wallboardCount(
            tickets.map(({ open_count }) => open_count),
            hasMore,
          )}
        </strong>{' '}
        เคส
      </span>
    </li>
  )
}
