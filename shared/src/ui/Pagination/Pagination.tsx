import classes from './Pagination.module.css'
import { GAP, pageNumbers } from './page-numbers.ts'

export interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  onChange: (page: number) => void
  /** Spoken name of the row; `หน้า` unless told. */
  label?: string
  className?: string
}

/** ก่อนหน้า 1 2 3 ... 11 ถัดไป */
export function Pagination({ page, pageCount, onChange, label = 'หน้า', className = '' }: PaginationProps) {
  const numbers = pageNumbers(page, Math.max(1, pageCount))
  return (
    <nav aria-label={label} className={`${classes.row} ${className}`}>
      <button type="button" className={classes.step} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        ก่อนหน้า
      </button>
      {numbers.map((number, index) =>
        number === GAP ? (
          <span key={`gap after ${numbers[index - 1]}`} className={classes.gap}>
            {GAP}
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={classes.page}
            aria-label={`หน้า ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number)}
          >
            {number}
          </button>
        ),
      )}
      <button
        type="button"
        className={classes.step}
        disabled={page >= pageCount}
        onClick={() => onChange(page + 1)}
      >
        ถัดไป
      </button>
    </nav>
  )
}
