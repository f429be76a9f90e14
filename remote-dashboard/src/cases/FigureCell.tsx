import type { CasesOf } from '../address/dashboard-address.ts'
import { formatCell, formatCount } from '../figures/format.ts'
import classes from './FigureCell.module.css'
import { preloadCases } from './LateCases.tsx'

export interface FigureCellProps {
  value: number | null
  /** Lists of durations start with the longest. */
  isDuration: boolean
  /** Returns the accessible name: the value, and that it opens tickets. */
  label: (shown: string) => string
  cases: CasesOf
  onCases: (cases: CasesOf) => void
}

/** Table cell with a button that opens the tickets behind a value; zero counts and missing values have no button. */
export function FigureCell({ value, isDuration, label, cases, onCases }: FigureCellProps) {
  const shown = isDuration ? formatCell(value) : formatCount(value ?? 0)
  if (value === null || (value === 0 && !isDuration)) return <span className={classes.nothing}>{shown}</span>
  return (
    <button
      type="button"
      className={classes.value}
      aria-label={label(shown)}
      onPointerEnter={preloadCases}
      onFocus={preloadCases}
      onClick={() => onCases(isDuration ? { ...cases, order: 'longest' } : cases)}
    >
      {shown}
    </button>
  )
}
