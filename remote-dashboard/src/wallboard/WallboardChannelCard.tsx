import { DELIVERY_WAITS } from 'shared/api'
import type { WallboardChannel, WallboardStaffMember } from 'shared/contract/dashboard/wallboard.call.ts'
import { formatThaiTime, VisuallyHidden } from 'shared/ui'
import classes from './Wallboard.module.css'
import { WallboardLink } from './WallboardLink.tsx'
import { WallboardWait } from './WallboardWait.tsx'
import { wallboardCount } from './wallboard-count.ts'

export interface WallboardChannelCardProps {
  of: WallboardChannel
  staff: readonly WallboardStaffMember[]
}

export function WallboardChannelCard({ of, staff }: WallboardChannelCardProps) {
  const {
    channel,
    waiting_count: waiting,
    longest_waiting_since: since,
    open_count: open,
    reply_wait: wait,
  } = of
  const channelInfo = `channel=${encodeURIComponent(channel.key)}`
  const isHere = ({ tickets }: WallboardStaffMember) =>
    tickets.some(({ channel_key: key }) => key === channel.key)
  const busy = staff.filter(isHere).length
  const isMore = staff.some((staffMember) => staffMember.has_more && !isHere(staffMember))
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>{channel.name}</h2>
      <p className={classes.waiting}>
        <WallboardLink to={`?waiting=all&${channelInfo}`}>
          <strong className={classes.number}>{wallboardCount([waiting])}</strong> รอตอบ
          <VisuallyHidden> ใน {channel.name}</VisuallyHidden>
        </WallboardLink>
        {since === null ? null : (
          <span className={classes.longest}>
            นานสุด <WallboardWait since={since} isInText />
          </span>
        )}
      </p>
      {wait ? (
        <p className={classes.details}>
          <strong className={classes.warning}>
            {DELIVERY_WAITS[wait.reason]} ตั้งแต่ {formatThaiTime(wait.since)} · รอส่ง{' '}
            {wallboardCount([wait.count])} ข้อความ
          </strong>
        </p>
      ) : null}
      <p className={classes.details}>
        <WallboardLink to={`?${channelInfo}`} className={classes.beside}>
          เปิดอยู่ {wallboardCount([open])} เคส<VisuallyHidden> ใน {channel.name}</VisuallyHidden>
        </WallboardLink>{' '}
        ·{' '}
        {busy === 0 && !isMore && waiting > 0 ? (
          <strong className={classes.warning}>ไม่มีคนดูแลออนไลน์</strong>
        ) : (
          `มีคนดูแลออนไลน์ ${wallboardCount([busy], isMore)} คน`
        )}
      </p>
    </li>
  )
}
