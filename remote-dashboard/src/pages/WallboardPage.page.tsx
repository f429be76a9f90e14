import { useFullscreenElement } from '@mantine/hooks'
import { errorText, isMissingCall } from 'shared/api'
import { Button, EmptyState, ErrorState, formatThaiTime, Skeleton, useNow } from 'shared/ui'
import { PageLayout } from 'shared/ui/PageLayout/PageLayout.tsx'
import { StaleNote } from '../metrics/MetricsFooter.tsx'
import { LazyWallboardPrint } from '../wallboard/LazyWallboardPrint.tsx'
import { LazyWallboardTickets } from '../wallboard/LazyWallboardTickets.tsx'
import classes from '../wallboard/Wallboard.module.css'
import { WallboardMetrics } from '../wallboard/WallboardMetrics.tsx'
import { useLiveWallboard } from '../wallboard/wallboard.queries.ts'

export default function WallboardPage() {
  const wallboard = useLiveWallboard()
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const { data, error, isFetching, refetch } = wallboard
  return (
    <PageLayout ref={ref} className={classes.wallboard}>
      {data === undefined ? null : <LazyWallboardPrint />}
      <header className={classes.bar}>
        {fullscreen ? <NameAndClock /> : null}
        <p className={classes.details}>
          {data === undefined ? '' : `อัปเดตล่าสุด ${formatThaiTime(data.at)} น.`}
        </p>
        <Button size="sm" variant="outline" onClick={() => void toggle().catch(console.warn)}>
          {fullscreen ? 'ออกจากเต็มจอ' : 'เต็มจอ'}
        </Button>
      </header>
      {data !== undefined && error !== null ? <StaleNote metrics={wallboard} at={data.at} /> : null}
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : isMissingCall(error) ? (
          <EmptyState title="เซิร์ฟเวอร์นี้ไม่มีจอสด" />
        ) : (
          <ErrorState title="โหลดจอสดไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
            {errorText(error)}
          </ErrorState>
        )
      ) : data.channels.length === 0 ? (
        <EmptyState title="ยังไม่มีบัญชี OA ที่คุณดูได้">ให้ผู้ดูแลระบบเพิ่มสิทธิ์ใน OA ให้คุณก่อน</EmptyState>
      ) : (
        <WallboardMetrics wallboard={data} />
      )}
      <LazyWallboardTickets wallboard={data} />
    </PageLayout>
  )
}

function NameAndClock() {
  return <p className={classes.screen}>จอสด {formatThaiTime(useNow())} น.</p>
}

function Waiting() {
  return (
    <div role="status" aria-label="กำลังโหลด...">
      <div className={classes.tiles} aria-hidden="true">
        {[0, 1, 2, 3].map((tile) => (
          <div key={tile} className={classes.tile}>
            <Skeleton width="60%" />
            <Skeleton width="45%" height={64} />
          </div>
        ))}
      </div>
    </div>
  )
}
