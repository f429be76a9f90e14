import { DELIVERY_WAITS } from 'shared/api'
import type { WallChannel, WallPerson } from 'shared/contract/dashboard/live-wall.call.ts'
import { formatThaiTime, VisuallyHidden } from 'shared/ui'
import classes from './LiveWall.module.css'
import { WallLink } from './WallLink.tsx'
import { WallWait } from './WallWait.tsx'
import { wallCount } from './wall-count.ts'

export interface WallChannelCardProps {
  of: WallChannel
  people: readonly WallPerson[]
}

export function WallChannelCard({ of, people }: WallChannelCardProps) {
  const {
    channel,
    waiting_count: waiting,
    longest_waiting_since: since,
    open_count: open,
    reply_wait: wait,
  } = of
  const account = `channel=${encodeURIComponent(channel.key)}`
  const isHere = ({ tickets }: WallPerson) => tickets.some(({ channel_key: key }) => key === channel.key)
  const busy = people.filter(isHere).length
  const isMore = people.some((person) => person.has_more && !isHere(person))
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>{channel.name}</h2>
      <p className={classes.waiting}>
        <WallLink to={`?waiting=all&${account}`}>
          <strong className={classes.number}>{wallCount([waiting])}</strong> รอตอบ
          <VisuallyHidden> ใน {channel.name}</VisuallyHidden>
        </WallLink>
        {since === null ? null : (
          <span className={classes.longest}>
            นานสุด <WallWait since={since} isInWords />
          </span>
        )}
      </p>
      {wait ? (
        <p className={classes.facts}>
          <strong className={classes.nobody}>
            {DELIVERY_WAITS[wait.reason]} ตั้งแต่ {formatThaiTime(wait.since)} · รอส่ง {wallCount([wait.count])}{' '}
            ข้อความ
          </strong>
        </p>
      ) : null}
      <p className={classes.facts}>
        <WallLink to={`?${account}`} className={classes.beside}>
          เปิดอยู่ {wallCount([open])} เคส<VisuallyHidden> ใน {channel.name}</VisuallyHidden>
        </WallLink>{' '}
        ·{' '}
        {busy === 0 && !isMore && waiting > 0 ? (
          <strong className={classes.nobody}>ไม่มีคนดูแลออนไลน์</strong>
        ) : (
          `มีคนดูแลออนไลน์ ${wallCount([busy], isMore)} คน`
        )}
      </p>
    </li>
  )
}
