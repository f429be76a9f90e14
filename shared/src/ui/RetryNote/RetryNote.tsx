import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { Note } from '../Note/Note.tsx'

export interface RetryNoteProps {
  children: ReactNode
  isRetrying: boolean
  onRetry: () => void
}

/** A note about a failed fetch, shown while other content, such as earlier data, remains visible. */
export function RetryNote({ children, isRetrying, onRetry }: RetryNoteProps) {
  return (
    <Note
      role="alert"
      size="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      action={
        <Button size="sm" variant="outline" loading={isRetrying} onClick={onRetry}>
          ลองใหม่
        </Button>
      }
    >
      {children}
    </Note>
  )
}
