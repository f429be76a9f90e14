import '@mantine/core/styles/UnstyledButton.layer.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { deferred, useDeferred } from '../deferred-import.ts'
import { reportNotOpened } from '../lazy-dialog.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './Menu.module.css'

export interface MenuItem {
  /** Key of the item, unique within the menu. */
  key: string
  label: string
  icon?: ReactNode
  /** URL that makes the item a link, which can be opened in another tab. A plain click still calls `onSelect`. */
  href?: string
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  /**
   * Makes the item a choice with a tick: one of several (`radio`), or independent (`checkbox`). Missing for an action.
   */
  choice?: { kind: 'radio' | 'checkbox'; isOn: boolean }
  startsGroup?: boolean
}

export interface MenuProps {
  /** Accessible name that precedes the button's content, or that is the whole name of a button with only an icon. */
  label: string
  children: ReactNode
  items: readonly MenuItem[]
  header?: ReactNode
  /** Mantine `Menu.Item`s below the other items, for example those of a slot. */
  footer?: ReactNode
  className?: string
}

/** Lazy code of Mantine's menu, including floating-ui. */
const menuList = deferred(async () => (await import('./MenuList.tsx')).MenuList)

/** Preloads the code of menus, so that they open without a connection. */
export const preloadMenus = menuList.preload

/**
 * A button that opens a list of actions, aligned with the button's right edge. Supports the usual keys: arrows,
 * Home, End, letters and Escape.
 */
export function Menu({ label, children, items, header, footer, className = '' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const List = useDeferred(menuList, open, () => {
    reportNotOpened()
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
        {...menuList.preloadProps}
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
