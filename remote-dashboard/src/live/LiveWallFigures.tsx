import { Link } from 'react-router-dom'
import { VisuallyHidden } from 'shared/ui'
import { queueAddress } from '../cases/case-address.ts'
import { formatCount } from '../figures/format.ts'
import classes from './LiveWall.module.css'
import type { LiveWall } from './live-wall.queries.ts'
import { useRestedRow } from './use-rested-row.ts'
import { WallChannelCard } from './WallChannelCard.tsx'
import { WallCase, WallPerson } from './WallRows.tsx'
import { WallWait } from './WallWait.tsx'
import { isCut, wallCount } from './wall-count.ts'

export interface LiveWallFiguresProps {
  wall: LiveWall
  /** By how much the clock of this device is ahead of the server's, in ms. */
  aheadMs: number
}

/** Who waits and who is here, to be read from across a room. */
export function LiveWallFigures({ wall, aheadMs }: LiveWallFiguresProps) {
  const { channels, longest, people } = wall
  const nameOf = new Map(channels.map(({ channel }) => [channel.key, channel.name]))
  const since = channels.flatMap(({ longest_waiting_since: at }) => at ?? []).sort()[0] ?? null
  return (
    <>
      <dl className={classes.tiles} aria-label="ตอนนี้">
        <div className={classes.tile}>
          <dt>ลูกค้ารอตอบ</dt>
          <dd>
            <Link to={queueAddress({ order: 'longest' })} className={classes.link}>
              {wallCount(channels.map(({ waiting_count }) => waiting_count))}
              <VisuallyHidden> ดูคิวแชท</VisuallyHidden>
            </Link>
          </dd>
        </div>
        <div className={classes.tile}>
          <dt>รอนานที่สุด</dt>
          <dd>
            <WallWait since={since} aheadMs={aheadMs} />
          </dd>
        </div>
        <div className={classes.tile}>
          <dt>รอและยังไม่มีผู้รับ</dt>
          <dd>
            <Link to={queueAddress({ assignee: 'none' })} className={classes.link}>
              {wallCount(
                channels.map(({ waiting_unassigned_count }) => waiting_unassigned_count),
                channels.some(({ waiting_count }) => isCut(waiting_count)),
              )}
              <VisuallyHidden> ดูเคสที่ยังไม่มีผู้รับผิดชอบ</VisuallyHidden>
            </Link>
          </dd>
        </div>
        <div className={classes.tile}>
          <dt>คนออนไลน์</dt>
          <dd>{formatCount(people.length)}</dd>
        </div>
      </dl>
      <ul className={classes.channels} aria-label="แยกตามบัญชี OA">
        {channels.map((each) => (
          <WallChannelCard key={each.channel.key} of={each} people={people} aheadMs={aheadMs} />
        ))}
      </ul>
      <div className={classes.lists} {...useRestedRow()}>
        <section className={classes.card} aria-labelledby="wall-waiting">
          <h2 id="wall-waiting" className={classes.title}>
            ลูกค้าที่รอนานที่สุด
          </h2>
          {longest.length === 0 ? <p className={classes.calm}>ไม่มีลูกค้ารอตอบ</p> : null}
          <ol className={classes.rows}>
            {longest.map((each) => (
              <WallCase
                key={each.ticket_id}
                of={each}
                channel={nameOf.get(each.channel_key) ?? each.channel_key}
                aheadMs={aheadMs}
              />
            ))}
          </ol>
        </section>
        <section className={classes.card} aria-labelledby="wall-people">
          <h2 id="wall-people" className={classes.title}>
            ออนไลน์ตอนนี้
          </h2>
          {people.length === 0 ? <p className={classes.calm}>ยังไม่มีใครออนไลน์</p> : null}
          <ul className={classes.rows}>
            {people.map((person) => (
              <WallPerson key={person.id} of={person} nameOf={nameOf} />
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
