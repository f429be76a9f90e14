import type { ComponentProps, ReactNode } from 'react'
import classes from './Note.module.css'

export interface NoteProps extends ComponentProps<'div'> {
  /** Color of the note. Default: `warn`. */
  tone?: 'warn' | 'new'
  size?: 'sm'
  icon?: ReactNode
  /** Button at the end of the note. */
  action?: ReactNode
}

/** Tinted message within a page. Stateless, so packages import this file directly instead of through a shared module. */
export function Note({ tone, size, icon, action, className = '', children, ...rest }: NoteProps) {
  return (
    <div className={`${classes.note} ${className}`} data-tone={tone} data-size={size} {...rest}>
      {icon}
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  )
}
