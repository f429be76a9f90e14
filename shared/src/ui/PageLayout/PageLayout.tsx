import type { ComponentProps } from 'react'
import classes from './PageLayout.module.css'

/** Stateless: imported directly, not through a shared module. */
export function PageLayout({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`${classes.page} ${className}`} {...rest} />
}
