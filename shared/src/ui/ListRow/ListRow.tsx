import type { ComponentProps, ElementType, ReactNode } from 'react'
import classes from './ListRow.module.css'

// Stateless components, so packages import this file directly instead of through a shared module.

export type ListRowProps<C extends ElementType> = ComponentProps<C> & { component?: C }

/** Row of a list, highlighted under the pointer. By default a `li`, often a link or a button. */
export function ListRow<C extends ElementType = 'li'>({
  component,
  className = '',
  ...rest
}: ListRowProps<C>) {
  const Component: ElementType = component ?? 'li'
  return <Component className={`${classes.row} ${className}`} {...rest} />
}

/** A name in one line, followed by `children`. Only the name is truncated. */
export function ListRowName({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <span className={classes.line}>
      <strong className={classes.name}>{name}</strong>
      {children}
    </span>
  )
}

/** The part of a row that takes the remaining width: the name, and lines below the name. */
export function ListRowText({ className = '', ...rest }: ComponentProps<'span'>) {
  return <span className={`${classes.text} ${className}`} {...rest} />
}
