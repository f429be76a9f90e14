import type { ElementType, HTMLAttributes, ReactNode, Ref } from 'react'
import classes from './Panel.module.css'

// The components have no state, so remotes import them directly and not through a shared module.

interface ElementProps extends HTMLAttributes<HTMLElement> {
  component?: ElementType
  ref?: Ref<HTMLElement>
}

export interface PanelProps extends ElementProps {
  size?: 'sm'
}

export function Panel({ component: Component = 'section', size, className = '', ...rest }: PanelProps) {
  return <Component className={`${classes.panel} ${className}`} data-size={size} {...rest} />
}

export function PanelRow({ component: Component = 'div', className = '', ...rest }: ElementProps) {
  return <Component className={`${classes.row} ${className}`} {...rest} />
}

export function PanelTitle({ children }: { children: ReactNode }) {
  return <h2 className={classes.title}>{children}</h2>
}
