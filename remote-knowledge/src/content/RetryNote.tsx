import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { Button } from 'shared/ui'
import classes from './RetryNote.module.css'

export interface RetryNoteProps {
  /** What could not be read. */
  children: string
  isRetrying: boolean
  onRetry: () => void
}

/** Something could not be read anew; what stood there before stands. */
export function RetryNote({ children, isRetrying, onRetry }: RetryNoteProps) {
  return (
    <div className={classes.note} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <span className={classes.words}>{children}</span>
      <Button size="sm" variant="outline" loading={isRetrying} onClick={onRetry}>
        ลองใหม่
      </Button>
    </div>
  )
}
