import '@mantine/core/styles/EmptyState.layer.css'
import { EmptyState as MantineEmptyState } from '@mantine/core'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs'
import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import classes from './EmptyAndErrorState.module.css'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  className?: string
}

export function EmptyState({ title, children, icon, action, className = '' }: EmptyStateProps) {
  return (
    <State
      className={className}
      title={title}
      icon={icon ?? <IconInbox size={32} aria-hidden />}
      words={children}
    >
      {action}
    </State>
  )
}

export interface ErrorStateProps {
  title: string
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
  className?: string
}

export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, retrying, action, className = '' } = props
  return (
    <State
      role="alert"
      color="crit"
      className={className}
      title={title}
      icon={<IconAlertCircle size={32} aria-hidden />}
      words={children}
    >
      {onRetry ? (
        <Button variant="tint" loading={retrying} onClick={onRetry}>
          ลองใหม่
        </Button>
      ) : null}
      {action}
    </State>
  )
}

interface StateProps {
  role?: 'alert'
  color?: 'tint' | 'crit'
  title: string
  icon: ReactNode
  words: ReactNode
  children: ReactNode
  className: string
}

function State({ role, color = 'tint', title, icon, words, children, className }: StateProps) {
  return (
    <MantineEmptyState
      role={role}
      variant="light"
      color={color}
      size="sm"
      className={`${classes.state} ${className}`}
      classNames={{ indicator: classes.icon, title: classes.title, description: classes.text }}
      icon={icon}
      title={title}
      description={words}
    >
      <MantineEmptyState.Actions className={classes.actions}>{children}</MantineEmptyState.Actions>
    </MantineEmptyState>
  )
}
