import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import classes from './Pagination.module.css'
import { FEW_SLOTS, GAP, pageNumbers, SLOTS } from './page-numbers.ts'

export interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  onChange: (page: number) => void
  /** Spoken name of the row; `หน้า` unless told. */
  label?: string
  /** Fewer numbers, and arrows in place of words: one row where a phone would need two. */
  compact?: boolean
  className?: string
}

/** ก่อนหน้า 1 2 3 ... 11 ถัดไป */
export function Pagination(props: PaginationProps) {
  const { page, pageCount, onChange, label = 'หน้า', compact = false, className = '' } = props
  const numbers = pageNumbers(page, Math.max(1, pageCount), compact ? FEW_SLOTS : SLOTS)
  return (
    <nav aria-label={label} className={`${classes.row} ${className}`}>
      <button
        type="button"
        className={classes.step}
        aria-label="ก่อนหน้า"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        {compact ? <IconChevronLeft size={20} aria-hidden /> : 'ก่อนหน้า'}
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
        aria-label="ถัดไป"
        disabled={page >= pageCount}
        onClick={() => onChange(page + 1)}
      >
        {compact ? <IconChevronRight size={20} aria-hidden /> : 'ถัดไป'}
      </button>
    </nav>
  )
}
