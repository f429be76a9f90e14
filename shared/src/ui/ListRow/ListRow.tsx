import type { ComponentProps, ElementType, ReactNode } from 'react'
import classes from './ListRow.module.css'

// The component has no state, so remotes import it directly and not through a shared module.

export type ListRowProps<C extends ElementType> = ComponentProps<C> & { component?: C }

export function ListRow<C extends ElementType = 'li'>({
  component,
  className = '',
  ...rest
}: ListRowProps<C>) {
  const Component: ElementType = component ?? 'li'
  return <Component className={`${classes.row} ${className}`} {...rest} />
}

export function ListRowName({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <span className={classes.line}>
      <strong className={classes.name}>{name}</strong>
      {children}
    </span>
  )
}

export function ListRowText({ className = '', ...rest }: ComponentProps<'span'>) {
  return <span className={`${classes.text} ${className}`} {...rest} />
}
