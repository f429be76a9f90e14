import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button as MantineButton } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './Button.module.css'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** `filled`: the primary action. `danger`: actions that cannot be undone. Default: `filled`. */
  variant?: 'filled' | 'tint' | 'outline' | 'subtle' | 'danger'
  /** `sm` 30 px, `md` 36 px, `lg` 44 px; at least 44 px on a touch screen. Default: `md`. */
  size?: 'sm' | 'md' | 'lg'
  loading?: boolean
  leftSection?: ReactNode
  fullWidth?: boolean
}

export function Button({
  size = 'md',
  variant = 'filled',
  type = 'button',
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <MantineButton
      {...rest}
      type={type}
      variant={variant}
      size={size}
      className={`${classes.button} ${className}`}
      classNames={{ label: classes.label }}
    />
  )
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'aria-label'> {
  label: string
  children: ReactNode
  variant?: 'filled' | 'tint' | 'outline' | 'subtle' | 'danger'
  loading?: boolean
}

export function IconButton({
  label,
  variant = 'subtle',
  type = 'button',
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <ActionIcon
      {...rest}
      type={type}
      variant={variant}
      aria-label={label}
      title={label}
      className={`${classes.square} ${className}`}
    />
  )
}
