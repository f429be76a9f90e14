import '@mantine/core/styles/UnstyledButton.layer.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { deferred, useDeferred } from '../deferred.ts'
import { sayNotOpened } from '../late-window.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
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
  /** Something that is on or not, with a tick: one of those around it (`radio`) or by itself (`checkbox`). Absent: an action. */
  choice?: { kind: 'radio' | 'checkbox'; isOn: boolean }
  /** A line stands above it. */
  startsGroup?: boolean
}

export interface MenuProps {
  /** Spoken before what the button shows; its name when it shows an icon alone. */
  label: string
  /** What the button shows. */
  children: ReactNode
  items: readonly MenuItem[]
  /** Words above the items. */
  header?: ReactNode
  /** Further entries below the items, each a `Menu.Item` of Mantine, such as those of a slot. */
  footer?: ReactNode
  /** The button's own class. */
  className?: string
}

/** Mantine's menu with floating-ui, loaded on demand. */
const menuList = deferred(async () => (await import('./MenuList.tsx')).MenuList)

/** Menus open without a connection once their code is there. */
export const preloadMenus = menuList.preload

/** A button that opens a list of actions under its right end. Arrow keys, Home, End, letters and Escape work as everywhere. */
export function Menu({ label, children, items, header, footer, className = '' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const List = useDeferred(menuList, open, () => {
    sayNotOpened()
    setOpen(false)
  })

  return (
    <>
      <UnstyledButton
        ref={button}
        id={id}
        className={`${classes.trigger} ${className}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-dropdown` : undefined}
        onPointerEnter={menuList.preload}
        onFocus={menuList.preload}
        onClick={() => setOpen((was) => !was)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <VisuallyHidden>{label} </VisuallyHidden>
        {children}
      </UnstyledButton>
      {List ? (
        <List
          id={id}
          label={label}
          button={button}
          open={open}
          onClose={() => setOpen(false)}
          items={items}
          header={header}
          footer={footer}
        />
      ) : null}
    </>
  )
}
