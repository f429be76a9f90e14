import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react'
import classes from './Panel.module.css'

// Stateless, so packages import this file directly instead of through a shared module.

interface ElementProps extends HTMLAttributes<HTMLElement> {
  component?: ElementType
  ref?: Ref<HTMLElement>
}

export interface PanelProps extends ElementProps {
  /** `sm`: an item of a list. Default: the size of a page's section. */
  size?: 'sm'
}

/** Framed surface with its parts in a column; a `section` by default. */
export function Panel({ component: Component = 'section', size, className = '', ...rest }: PanelProps) {
  return <Component className={`${classes.panel} ${className}`} data-size={size} {...rest} />
}

/** Row that wraps, for example of chips, facts or controls; a `div` by default. */
export function PanelRow({ component: Component = 'div', className = '', ...rest }: ElementProps) {
  return <Component className={`${classes.row} ${className}`} {...rest} />
}

/** Heading of a panel; in a `PanelRow` it takes the space that the controls leave. */
export function PanelTitle({ children }: { children: ReactNode }) {
  return <h2 className={classes.title}>{children}</h2>
}
