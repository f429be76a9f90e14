import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { Button, formatThaiTime } from 'shared/ui'
import classes from './StaleNote.module.css'

export interface StaleNoteProps {
  /** When the figures that stand here were read. */
  at: number
  isFetching: boolean
  onRetry: () => void
}

/** The figures could not be read anew. */
export function StaleNote({ at, isFetching, onRetry }: StaleNoteProps) {
  return (
    <p className={classes.note} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.words}>อัปเดตตัวเลขไม่สำเร็จ ที่เห็นเป็นตัวเลขเมื่อ {formatThaiTime(at)} น.</span>
      <Button size="sm" variant="outline" loading={isFetching} onClick={onRetry}>
        ลองใหม่
      </Button>
    </p>
  )
}
