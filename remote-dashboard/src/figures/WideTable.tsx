import type { ReactNode } from 'react'
import classes from './FigureTable.module.css'

/** A table that has the page scroll nowhere: it scrolls sideways by itself where it is wider than its place, also by keys. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
    <section className={classes.view} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
