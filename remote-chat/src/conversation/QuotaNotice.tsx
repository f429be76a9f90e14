import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from 'shared/api'
import classes from '../ticket/notice.module.css'

/** Notice that the monthly quota is used up, so only replies with a reply token, which are free, can be sent. */
export function QuotaNotice({ channelKey }: { channelKey: string }) {
  const { data } = useQuery({ ...channelsQuery, refetchInterval: 60_000 })
  if (!data?.some(({ key, quota_reached }) => key === channelKey && quota_reached)) return null
  return (
    <p className={classes.notice} role="status">
      ข้อความของเดือนนี้ใช้ครบแล้ว: ตอบภายใน 40 วินาทีหลังลูกค้าทักจะส่งฟรี นอกนั้นจะส่งไม่สำเร็จ
    </p>
  )
}
