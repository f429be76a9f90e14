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

export function EmptyState({ icon, ...rest }: EmptyStateProps) {
  return <State icon={icon ?? <IconInbox size={32} aria-hidden />} {...rest} />
}

export interface ErrorStateProps extends Omit<EmptyStateProps, 'icon'> {
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({ onRetry, retrying, action, ...rest }: ErrorStateProps) {
  return (
    <State
      role="alert"
      color="crit"
      icon={<IconAlertCircle size={32} aria-hidden />}
      action={
        <>
          {onRetry ? (
            <Button variant="tint" loading={retrying} onClick={onRetry}>
              ลองใหม่
            </Button>
          ) : null}
          {action}
        </>
      }
      {...rest}
    />
  )
}

interface StateProps extends EmptyStateProps {
  role?: 'alert'
  color?: 'tint' | 'crit'
}

function State({ role, color = 'tint', title, children, icon, action, className = '' }: StateProps) {
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
      description={children}
    >
      <MantineEmptyState.Actions className={classes.actions}>{action}</MantineEmptyState.Actions>
    </MantineEmptyState>
  )
}
