import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'aria-label'> {
  /** What the button does, in words: its accessible name and its tooltip. */
  label: string
  /** The icon. */
  children: ReactNode
  /** `subtle` unless told. */
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
      className={`${classes.button} ${className}`}
    />
  )
}
