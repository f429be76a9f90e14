import type { ComponentProps } from 'react'
import classes from './PageLayout.module.css'

/** The component has no state, so remotes import it directly and not through a shared module. */
export function PageLayout({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`${classes.page} ${className}`} {...rest} />
}
