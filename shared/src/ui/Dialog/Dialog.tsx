import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../IconButton/IconButton.tsx'
import classes from './Dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Escape, the backdrop, the cross or a phone's back gesture. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot. */
  footer?: ReactNode
  /** center: a card · end: a panel at the right · sheet: from the bottom on phones, a card elsewhere · cover: the whole screen. `center` unless told. */
  placement?: 'center' | 'end' | 'sheet' | 'cover'
  /** Leaves the header with title and cross to the children. */
  bare?: boolean
  className?: string
}

/** A modal window: the browser's own dialog keeps the focus inside; afterwards it is where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, placement = 'center', bare = false, className = '' } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const before = document.activeElement
    element.showModal()
    return () => {
      element.close()
      // It has left the page already, and with it the browser's knowledge of where the focus came from.
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])

  if (!open) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which arrives as `cancel`
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${className}`}
      data-placement={placement}
      aria-labelledby={bare ? undefined : titleId}
      aria-label={bare ? title : undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={classes.content}>
        {bare ? null : (
          <header className={classes.header}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            <IconButton label="ปิด" onClick={onClose}>
              <IconX size={20} aria-hidden />
            </IconButton>
          </header>
        )}
        <div className={classes.body}>{children}</div>
        {footer ? <footer className={classes.footer}>{footer}</footer> : null}
      </div>
    </dialog>
  )
}
