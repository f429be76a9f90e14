import type { KnowledgeSource } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { formatThaiTime, Skeleton } from 'shared/ui'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import { formatCount } from '../content/format-count.ts'
import classes from './OverviewTab.module.css'
import { StatusBadge } from './StatusBadge.tsx'
import type { Status } from './use-status.ts'

export interface OverviewMetricsProps {
  status: Status
  /** Time of the last check in ms since 1970; 0 before the first check. */
  checkedAt: number
  sources: readonly KnowledgeSource[] | undefined
  isUnknown: boolean
}

export function OverviewMetrics({ status, checkedAt, sources, isUnknown }: OverviewMetricsProps) {
  const countOrPlaceholder = (count: number | undefined) =>
    isUnknown ? '–' : count === undefined ? <Skeleton width={48} height={26} /> : formatCount(count)
  return (
    <dl className={classes.figures}>
      <Panel component="div" className={classes.figure}>
        <dt>สถานะระบบ</dt>
        <dd className={classes.status}>
          <span role="status">
            <StatusBadge status={status} />
          </span>
        </dd>
        <dd className={classes.note}>{checkedAt === 0 ? ' ' : `ตรวจล่าสุด ${formatThaiTime(checkedAt)} น.`}</dd>
      </Panel>
      <Panel component="div" className={classes.figure}>
        <dt>จำนวนหมวดหมู่</dt>
        <dd className={classes.number}>{countOrPlaceholder(sources?.length)}</dd>
        <dd className={classes.note}>หมวดหมู่</dd>
      </Panel>
      <Panel component="div" className={classes.figure}>
        <dt>จำนวนข้อมูลทั้งหมด</dt>
        <dd className={classes.number}>
          {countOrPlaceholder(sources?.reduce((sum, { chunks }) => sum + chunks, 0))}
        </dd>
        <dd className={classes.note}>ชิ้น (chunks)</dd>
      </Panel>
    </dl>
  )
}
