import type { ReactNode } from 'react'
import classes from './MetricTable.module.css'

/** Table that scrolls in its own container, also by keyboard. */
export function ScrollableTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
    <section className={classes.view} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
