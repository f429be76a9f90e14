import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './Menu.module.css'

export interface MenuItem {
  /** Unique in its menu. */
  key: string
  label: string
  icon?: ReactNode
  /** Makes the item a link, which may also be opened in another tab; a plain click still calls `onSelect`. */
  href?: string
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
}

export interface MenuProps {
  /** Spoken before what the button shows; its name when it shows an icon alone. */
  label: string
  /** What the button shows. */
  children: ReactNode
  items: readonly MenuItem[]
  /** Words above the items. */
  header?: ReactNode
  /** The button's own class. */
  className?: string
}

/** A button that opens a list of actions under its right end. Arrow keys, Home, End and Escape work as everywhere. */
export function Menu({ label, children, items, header, className = '' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()

  function entries() {
    return [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
  }

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  useEffect(() => {
    if (!open) return
    list.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus()
    const onPointerDown = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    if (!open) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setOpen(true)
      return
    }
    const all = entries()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowDown: (index + 1) % all.length,
      ArrowUp: (index - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') {
      setOpen(false)
    } else if (event.key in steps) {
      event.preventDefault()
      all[steps[event.key] ?? 0]?.focus()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the items inside
    <div ref={root} className={classes.root} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className={`${classes.trigger} ${className}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen((was) => !was)}
      >
        <span className={classes.spoken}>{label} </span>
        {children}
      </button>
      {open ? (
        <div className={classes.popover}>
          {header ? <div className={classes.header}>{header}</div> : null}
          <div ref={list} id={listId} role="menu" aria-label={label}>
            {items.map((item) => (
              <MenuEntry key={item.key} item={item} onSelect={close} />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}

function MenuEntry({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: classes.item,
    'data-danger': item.danger || undefined,
  }
  const select = () => {
    onSelect()
    item.onSelect()
  }
  const words = (
    <>
      {item.icon}
      {item.label}
    </>
  )
  if (item.href === undefined) {
    return (
      <button {...shared} type="button" disabled={item.disabled} onClick={select}>
        {words}
      </button>
    )
  }
  return (
    <a
      {...shared}
      href={item.href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        select()
      }}
    >
      {words}
    </a>
  )
}
