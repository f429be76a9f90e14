import { Button } from 'shared/ui'
import classes from './PrevNextPagination.module.css'

export interface PrevNextPaginationProps {
  page: number
  /** True when the current page is full, so that a next page may exist. */
  hasNext: boolean
  onChange: (page: number) => void
  label: string
}

export function PrevNextPagination({ page, hasNext, onChange, label }: PrevNextPaginationProps) {
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
