import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import classes from './RetryNote.module.css'

export interface RetryNoteProps {
  children: ReactNode
  isRetrying: boolean
  onRetry: () => void
}

/** Shown when a fetch or a refetch has failed, while other content remains visible. */
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
