import '@mantine/core/styles/UnstyledButton.layer.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { deferred, useDeferred } from '../deferred.ts'
import classes from './Floating.module.css'

const parts = deferred(() => import('./floating-parts.tsx'))

export interface TooltipProps {
  /** A few words; what they describe has its own name. */
  label: string
  /** One element. */
  children: ReactNode
}

/** Words that appear over something while the pointer or the focus is on it. Not for what a finger must reach: there is `Popover`. */
export function Tooltip({ label, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const id = useId()
  const loaded = useDeferred(parts, open, () => setOpen(false))

  useEffect(() => {
    const described = box.current?.firstElementChild
    if (!described) return
    const over = new AbortController()
    const on = (type: string, listener: (event: Event) => void) =>
      described.addEventListener(type, listener, { signal: over.signal })
    on('pointerenter', (event) => setOpen(event instanceof PointerEvent && event.pointerType !== 'touch'))
    on('pointerleave', () => setOpen(false))
    on('focusin', () => setOpen(described.matches(':focus-visible, :has(:focus-visible)')))
    on('focusout', () => setOpen(false))
    on('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') setOpen(false)
    })
    described.setAttribute('aria-describedby', id)
    return () => over.abort()
  }, [id])

  return (
    <span ref={box} className={classes.watched}>
      {children}
      <span id={id} hidden>
        {label}
      </span>
      {loaded ? <loaded.TooltipWords box={box} open={open} label={label} /> : null}
    </span>
  )
}

export interface PopoverProps {
  /** The button's spoken name, and that of what opens. */
  label: string
  /** What the button shows. */
  children: ReactNode
  content: ReactNode
  className?: string
}

/** A button that opens a small card beside it; Escape or a click elsewhere closes it. */
export function Popover({ label, children, content, className = '' }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const loaded = useDeferred(parts, open, () => setOpen(false))
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
        onPointerEnter={parts.preload}
        onFocus={parts.preload}
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
