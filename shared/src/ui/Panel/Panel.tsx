import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react'
import classes from './Panel.module.css'

// Stateless components, so packages import this file directly instead of through a shared module.

interface ElementProps extends HTMLAttributes<HTMLElement> {
  component?: ElementType
  ref?: Ref<HTMLElement>
}

export interface PanelProps extends ElementProps {
  /** Size of the panel. `sm`: an item of a list. Default: a section of a page. */
  size?: 'sm'
}

/** Framed surface that arranges its children in a column. By default a `section`. */
export function Panel({ component: Component = 'section', size, className = '', ...rest }: PanelProps) {
  return <Component className={`${classes.panel} ${className}`} data-size={size} {...rest} />
}

/** Row whose children wrap, for example chips, facts or controls. By default a `div`. */
export function PanelRow({ component: Component = 'div', className = '', ...rest }: ElementProps) {
  return <Component className={`${classes.row} ${className}`} {...rest} />
}

/** Heading of a panel. In a `PanelRow` the heading takes the space that the controls leave. */
export function PanelTitle({ children }: { children: ReactNode }) {
  return <h2 className={classes.title}>{children}</h2>
}
