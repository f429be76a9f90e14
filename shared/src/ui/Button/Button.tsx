import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button as MantineButton, type ButtonProps as MantineButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './Button.module.css'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** filled: the one action of its place · tint, outline, subtle: lesser ones · danger: cannot be undone. `filled` unless told. */
  variant?: 'filled' | 'tint' | 'outline' | 'subtle' | 'danger'
  /** sm 30 px, md 36 px, lg 44 px high; md unless told. On a touch screen none is lower than 44 px. */
  size?: 'sm' | 'md' | 'lg'
  /** Shows a spinner in the label's place and takes no clicks. */
  loading?: boolean
  /** An icon before the label. */
  leftSection?: ReactNode
  fullWidth?: boolean
}

const SIZES: Record<NonNullable<ButtonProps['size']>, MantineButtonProps['size']> = {
  sm: 'xs',
  md: 'sm',
  lg: 'md',
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
      size={SIZES[size]}
      className={`${classes.button} ${className}`}
      data-desk-size={size}
      classNames={{ label: classes.label }}
    />
  )
}
