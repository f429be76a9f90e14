import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, formatThaiTime, RetryNote } from 'shared/ui'
import classes from './FiguresFoot.module.css'

export interface FiguresFootProps {
  figures: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** When those that stand were read: a moment, or ms. */
  at: string | number
  /** Something that happened a while ago is not in them yet. */
  isCounting?: boolean | undefined
}

/** Of when the figures are, and what can be done with the page. */
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

/** The figures that stand are those of before: they could not be read anew. */
export function StaleNote({ figures, at }: FiguresFootProps) {
  return (
    <RetryNote isRetrying={figures.isFetching} onRetry={() => void figures.refetch()}>
      อัปเดตตัวเลขไม่สำเร็จ ที่เห็นเป็นตัวเลขเมื่อ {formatThaiTime(at)} น.
    </RetryNote>
  )
}
