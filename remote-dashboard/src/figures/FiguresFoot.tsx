import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, formatThaiTime, RetryNote } from 'shared/ui'
import classes from './FiguresFoot.module.css'

export interface FiguresFootProps {
  figures: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Time of the reading: an ISO string or milliseconds. */
  at: string | number
  /** Recent events are not counted yet. */
  isCounting?: boolean | undefined
}

/** Shows when the metrics were read, and the page's actions. */
export function FiguresFoot({ figures, at, isCounting = false }: FiguresFootProps) {
  return (
    <footer className={classes.foot}>
      <p className={classes.words}>
        ตัวเลขเมื่อ {formatThaiTime(at)} น. {figures.error === null ? 'อัปเดตเองทุกนาที' : 'อัปเดตไม่สำเร็จ'}
        {isCounting ? ' · กำลังนับ ตัวเลขยังเปลี่ยนได้' : ''}
      </p>
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void figures.refetch()}
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

/** Warns that the refetch failed and the previous metrics are shown. */
export function StaleNote({ figures, at }: FiguresFootProps) {
  return (
    <RetryNote isRetrying={figures.isFetching} onRetry={() => void figures.refetch()}>
      อัปเดตตัวเลขไม่สำเร็จ ที่เห็นเป็นตัวเลขเมื่อ {formatThaiTime(at)} น.
    </RetryNote>
  )
}
