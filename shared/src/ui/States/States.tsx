import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs'
import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import classes from './States.module.css'

export interface EmptyStateProps {
  /** One sentence: `ไม่มีข้อมูล` unless told. */
  title?: string
  children?: ReactNode
  /** 32 px; a tray unless told. */
  icon?: ReactNode
  /** One way on. */
  action?: ReactNode
  className?: string
}

/** Nothing is here, and that is fine. */
export function EmptyState({ title = 'ไม่มีข้อมูล', children, icon, action, className = '' }: EmptyStateProps) {
  return (
    <div className={`${classes.state} ${className}`}>
      <span className={classes.icon}>{icon ?? <IconInbox size={32} aria-hidden />}</span>
      <p className={classes.title}>{title}</p>
      {children ? <div className={classes.text}>{children}</div> : null}
      {action}
    </div>
  )
}

export interface ErrorStateProps {
  /** One sentence: `ระบบเกิดข้อผิดพลาด` unless told. */
  title?: string
  children?: ReactNode
  /** The button is there when this is. */
  onRetry?: () => void
  /** `ลองใหม่` unless told. */
  retryLabel?: string
  /** A retry is under way. */
  retrying?: boolean
  /** Another way on, beside the retry. */
  action?: ReactNode
  className?: string
}

/** Something failed; here is what and a way on. */
export function ErrorState(props: ErrorStateProps) {
  const {
    title = 'ระบบเกิดข้อผิดพลาด',
    children,
    onRetry,
    retryLabel = 'ลองใหม่',
    retrying,
    action,
    className = '',
  } = props
  return (
    <div className={`${classes.state} ${className}`} role="alert">
      <span className={classes.icon} data-tone="crit">
        <IconAlertCircle size={32} aria-hidden />
      </span>
      <p className={classes.title}>{title}</p>
      {children ? <div className={classes.text}>{children}</div> : null}
      <div className={classes.actions}>
        {onRetry ? (
          <Button variant="tint" loading={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  )
}
