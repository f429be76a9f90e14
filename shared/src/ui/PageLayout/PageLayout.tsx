import type { ComponentProps } from 'react'
import classes from './PageLayout.module.css'

/**
 * Scroll area of a page below the top bar. Arranges its children in a column. Stateless, so packages import this
 * file directly instead of through a shared module.
 */
export function PageLayout({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`${classes.page} ${className}`} {...rest} />
}
