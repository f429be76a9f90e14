import type { CasesOf } from '../address/dashboard-address.ts'
import { formatCell, formatCount } from '../figures/format.ts'
import classes from './FigureCell.module.css'
import { preloadCases } from './LateCases.tsx'

export interface FigureCellProps {
  value: number | null
  /** Of a duration the list begins with what took longest. */
  isDuration: boolean
  /** Says what `shown` is, and that it opens cases. */
  label: (shown: string) => string
  cases: CasesOf
  onCases: (cases: CasesOf) => void
}

/** A number in a table, which opens the cases behind it; nothing has none. */
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
