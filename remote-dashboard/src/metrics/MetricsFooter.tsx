import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, formatThaiTime, RetryNote } from 'shared/ui'
import classes from './MetricsFooter.module.css'

export interface MetricsFooterProps {
  metrics: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Time of the metrics: an ISO string or milliseconds. */
  at: string | number
  /** True when recent events are not counted yet. */
  isCounting?: boolean | undefined
}

export function MetricsFooter({ metrics, at, isCounting = false }: MetricsFooterProps) {
  return (
    <footer className={classes.foot}>
      <p className={classes.words}>
        ตัวเลขเมื่อ {formatThaiTime(at)} น. {metrics.error === null ? 'อัปเดตเองทุกนาที' : 'อัปเดตไม่สำเร็จ'}
        {isCounting ? ' · กำลังนับ ตัวเลขยังเปลี่ยนได้' : ''}
      </p>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void metrics.refetch()}
      >
        รีเฟรช
      </Button>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        พิมพ์
      </Button>
    </footer>
  )
}

export function StaleNote({ metrics, at }: MetricsFooterProps) {
  return (
    <RetryNote isRetrying={metrics.isFetching} onRetry={() => void metrics.refetch()}>
      อัปเดตตัวเลขไม่สำเร็จ ที่เห็นเป็นตัวเลขเมื่อ {formatThaiTime(at)} น.
    </RetryNote>
  )
}
