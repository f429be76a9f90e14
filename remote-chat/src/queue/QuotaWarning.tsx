import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from 'shared/api'
import classes from '../conversation/QuotaNotice.module.css'
import { useViewer } from '../viewer.ts'

/** Tells managers, above the lists, of which accounts the messages of this month are nearly or wholly used up; asks once the rows are there. */
export function QuotaWarning({ isListDrawn }: { isListDrawn: boolean }) {
  const isManager = useViewer()?.role === 'BUSINESS'
  const { data = [] } = useQuery({
    ...channelsQuery,
    enabled: isManager && isListDrawn,
    refetchInterval: 60_000,
  })
  if (!isManager) return null
  return data
    .filter(({ quota_near, quota_reached }) => quota_near || quota_reached)
    .map(({ key, name, quota_reached }) => (
      <p key={key} className={classes.notice} role="status">
        {name} {quota_reached ? 'ใช้ข้อความของเดือนนี้ครบแล้ว' : 'ใช้ข้อความของเดือนนี้เกิน 80% แล้ว'}
      </p>
    ))
}
