import { Link } from 'react-router-dom'
import type { WallChannel, WallPerson } from 'shared/contract/dashboard/live-wall.call.ts'
import { queueAddress } from '../cases/case-address.ts'
import classes from './LiveWall.module.css'
import { WallWait } from './WallWait.tsx'
import { wallCount } from './wall-count.ts'

export interface WallChannelCardProps {
  of: WallChannel
  people: readonly WallPerson[]
  aheadMs: number
}

/** What an official account is like now. */
export function WallChannelCard({ of, people, aheadMs }: WallChannelCardProps) {
  const { channel, waiting_count: waiting, longest_waiting_since: since, open_count: open } = of
  const isHere = ({ cases }: WallPerson) => cases.some(({ channel_key: key }) => key === channel.key)
  const busy = people.filter(isHere).length
  const isMore = people.some((person) => person.has_more && !isHere(person))
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>
        <Link to={queueAddress({ channel: channel.key })} className={classes.link}>
          {channel.name}
        </Link>
      </h2>
      <p className={classes.waiting}>
        <strong className={classes.number}>{wallCount([waiting])}</strong> รอตอบ
        {since === null ? null : (
          <span className={classes.longest}>
            นานสุด <WallWait since={since} aheadMs={aheadMs} />
          </span>
        )}
      </p>
      <p className={classes.facts}>
        เปิดอยู่ {wallCount([open])} เคส · มีคนดูแลออนไลน์ {wallCount([busy], isMore)} คน
      </p>
    </li>
  )
}
