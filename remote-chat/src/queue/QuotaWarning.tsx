import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from 'shared/api'
import { isManager, useViewer } from '../signed-in-user.ts'
import classes from '../ticket/notice.module.css'

export function QuotaWarning({ isListRendered }: { isListRendered: boolean }) {
  const isVisible = isManager(useViewer())
  const { data = [] } = useQuery({
    ...channelsQuery,
    enabled: isVisible && isListRendered,
    refetchInterval: 60_000,
  })
  if (!isVisible) return null
  const namesOf = (flag: 'quota_reached' | 'quota_near') =>
    data.flatMap((each) => (each[flag] ? [each.name] : [])).join(', ')
  const namesAtQuota = namesOf('quota_reached')
  const namesNearQuota = namesOf('quota_near')
  const words = [
    namesAtQuota && `ใช้ข้อความของเดือนนี้ครบแล้ว: ${namesAtQuota}`,
    namesNearQuota && `ใช้ข้อความของเดือนนี้เกิน 80% แล้ว: ${namesNearQuota}`,
  ]
  const texts = words.filter(Boolean).join(' · ')
  return texts === '' ? null : (
    <p className={classes.notice} role="status">
      {texts}
    </p>
  )
}
