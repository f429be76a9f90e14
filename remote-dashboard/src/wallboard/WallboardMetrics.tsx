import { Link } from 'react-router-dom'
import { VisuallyHidden } from 'shared/ui'
import { ticketAddress } from '../metric-tickets/ticket-address.ts'
import { formatCount } from '../metrics/format-metric.ts'
import { useRowAtRest } from './use-row-at-rest.ts'
import classes from './Wallboard.module.css'
import { WallboardChannelCard } from './WallboardChannelCard.tsx'
import { WallboardLink } from './WallboardLink.tsx'
import { WallboardStaffMember, WallboardTicket } from './WallboardRows.tsx'
import { WaitUnit, WallboardWait } from './WallboardWait.tsx'
import type { Wallboard } from './wallboard.queries.ts'
import { isCut, wallboardCount } from './wallboard-count.ts'

export interface WallboardMetricsProps {
  wallboard: Wallboard
}

export function WallboardMetrics({ wallboard }: WallboardMetricsProps) {
  const { channels, longest, staff } = wallboard
  const nameOf = new Map(channels.map(({ channel }) => [channel.key, channel.name]))
  const since = channels.flatMap(({ longest_waiting_since: at }) => at ?? []).sort()[0] ?? null
  const clock = <WallboardWait since={since} />
  const unit = <WaitUnit since={since} />
  const [longestWait] = longest
  const counts = channels.map(({ waiting_count }) => waiting_count)
  const waiting = wallboardCount(counts)
  const more = counts.reduce((sum, count) => sum + count, -longest.length)
  return (
    <>
      <dl className={classes.tiles} aria-label="ตอนนี้">
        <div className={classes.tile}>
          <dt>ลูกค้ารอตอบ</dt>
          <dd>
            <WallboardLink to="?waiting=all">
              {waiting}
              <VisuallyHidden> ดูเคสที่รอตอบ</VisuallyHidden>
            </WallboardLink>
          </dd>
        </div>
        <div className={classes.tile}>
          <dt>รอนานที่สุด {unit}</dt>
          <dd>
            {longestWait ? (
              <Link to={ticketAddress(longestWait.ticket_id)} className={classes.link}>
                {clock}
                <VisuallyHidden> เปิดเคส</VisuallyHidden>
              </Link>
            ) : (
              clock
            )}
          </dd>
        </div>
        <div className={classes.tile}>
          <dt>รอและยังไม่มีผู้รับ</dt>
          <dd>
            <WallboardLink to="?waiting=none">
              {wallboardCount(
                channels.map(({ waiting_unassigned_count }) => waiting_unassigned_count),
                counts.some(isCut),
              )}
              <VisuallyHidden> ดูเคสที่ยังไม่มีผู้รับผิดชอบ</VisuallyHidden>
            </WallboardLink>
          </dd>
        </div>
        <div className={classes.tile}>
          <dt>คนออนไลน์</dt>
          <dd>
            <span className={staff.length === 0 && waiting !== '0' ? classes.warning : undefined}>
              {formatCount(staff.length)}
            </span>
          </dd>
        </div>
      </dl>
      <ul className={classes.channels} aria-label="แยกตามบัญชี OA">
        {channels.map((each) => (
          <WallboardChannelCard key={each.channel.key} of={each} staff={staff} />
        ))}
      </ul>
      <div className={classes.lists} {...useRowAtRest()}>
        <section className={classes.card} aria-labelledby="wallboard-waiting">
          <div className={classes.head}>
            <h2 id="wallboard-waiting" className={classes.title}>
              ลูกค้าที่รอนานที่สุด
            </h2>
            {unit}
          </div>
          {longest.length === 0 ? <p className={classes.calm}>ไม่มีลูกค้ารอตอบ</p> : null}
          <ol className={classes.rows}>
            {longest.map((each) => (
              <WallboardTicket
                key={each.ticket_id}
                of={each}
                channel={nameOf.get(each.channel_key) ?? each.channel_key}
              />
            ))}
          </ol>
          {more > 0 ? (
            <WallboardLink to="?waiting=all" className={classes.more}>
              อีก {wallboardCount([more], counts.some(isCut))} เคส
            </WallboardLink>
          ) : null}
        </section>
        <section className={classes.card} aria-labelledby="wallboard-staff">
          <h2 id="wallboard-staff" className={classes.title}>
            ออนไลน์ตอนนี้
          </h2>
          {staff.length === 0 ? <p className={classes.calm}>ยังไม่มีใครออนไลน์</p> : null}
          <ul className={classes.rows}>
            {staff.map((staffMember) => (
              <WallboardStaffMember key={staffMember.id} of={staffMember} nameOf={nameOf} />
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
