import type { ComponentProps, ReactNode } from 'react'
import classes from './Note.module.css'

export interface NoteProps extends ComponentProps<'div'> {
  tone?: 'warn' | 'new'
  size?: 'sm'
  icon?: ReactNode
  action?: ReactNode
}

/** The component has no state, so remotes import it directly and not through a shared module. */
export function Note({ tone, size, icon, action, className = '', children, ...rest }: NoteProps) {
  return (
    <div className={`${classes.note} ${className}`} data-tone={tone} data-size={size} {...rest}>
      {icon}
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  )
}
