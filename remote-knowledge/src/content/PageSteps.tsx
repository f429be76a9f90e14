import { Button } from 'shared/ui'
import classes from './PageSteps.module.css'

export interface PageStepsProps {
  /** From 1. */
  page: number
  /** Whether a further page may follow: as many rows came as were asked for. */
  hasNext: boolean
  onChange: (page: number) => void
  /** Spoken name of the row. */
  label: string
}

/** ก่อนหน้า หน้า 2 ถัดไป, for lists that do not tell how long they are. */
export function PageSteps({ page, hasNext, onChange, label }: PageStepsProps) {
  return (
    <nav className={classes.steps} aria-label={label}>
      <Button variant="outline" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        ก่อนหน้า
      </Button>
      <span className={classes.page} role="status">
        หน้า {page}
      </span>
      <Button variant="outline" disabled={!hasNext} onClick={() => onChange(page + 1)}>
        ถัดไป
      </Button>
    </nav>
  )
}
