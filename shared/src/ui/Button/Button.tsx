import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button as MantineButton } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './Button.module.css'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** filled: the one action of its place · tint, outline, subtle: lesser ones · danger: cannot be undone. Default: `filled`. */
  variant?: 'filled' | 'tint' | 'outline' | 'subtle' | 'danger'
  /** sm 30 px, md 36 px, lg 44 px high; on a touch screen none is lower than 44 px. Default: `md`. */
  size?: 'sm' | 'md' | 'lg'
  /** Shows a spinner in the label's place and takes no clicks. */
  loading?: boolean
  /** An icon before the label. */
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
  /** What the button does, in words: its accessible name and its tooltip. */
  label: string
  /** The icon. */
  children: ReactNode
  /** Default: `subtle`. */
  variant?: 'filled' | 'tint' | 'outline' | 'subtle' | 'danger'
  loading?: boolean
}

/** A square button of 36 px (44 px on a touch screen) with an icon. */
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
