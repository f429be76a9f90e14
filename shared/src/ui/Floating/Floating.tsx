import '@mantine/core/styles/UnstyledButton.layer.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { deferred } from '../deferred-import.ts'
import { useOpenedPart } from '../lazy-dialog.ts'
import classes from './Floating.module.css'

const parts = deferred(() => import('./floating-parts.tsx'))

export interface PopoverProps {
  label: string
  children: ReactNode
  content: ReactNode
  className?: string
}

export function Popover({ label, children, content, className = '' }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const loaded = useOpenedPart(parts, open, () => setOpen(false))
  return (
    <>
      <UnstyledButton
        ref={button}
        id={id}
        className={`${classes.button} ${className}`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? `${id}-dropdown` : undefined}
        {...parts.preloadProps}
        onClick={() => setOpen((was) => !was)}
      >
        {children}
      </UnstyledButton>
      {loaded ? (
        <loaded.PopoverCard id={id} button={button} open={open} onClose={() => setOpen(false)}>
          {content}
        </loaded.PopoverCard>
      ) : null}
    </>
  )
}
