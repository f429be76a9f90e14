import '@mantine/core/styles/UnstyledButton.layer.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { deferred } from '../deferred-import.ts'
import { useOpenedPart } from '../lazy-dialog.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './Menu.module.css'

export interface MenuItem {
  key: string
  label: string
  icon?: ReactNode
  /** URL of an item that is a link, which can be opened in another tab. A plain click still calls `onSelect`. */
  href?: string
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  choice?: { kind: 'radio' | 'checkbox'; isOn: boolean }
  startsGroup?: boolean
}

export interface MenuProps {
  /** Accessible name: precedes the button's content, or is the whole name of a button with only an icon. */
  label: string
  children: ReactNode
  items: readonly MenuItem[]
  header?: ReactNode
  footer?: ReactNode
  className?: string
}

const menuList = deferred(async () => (await import('./MenuList.tsx')).MenuList)

export const preloadMenus = menuList.preload

/** A button with a menu, which is aligned with the button's right edge. */
export function Menu({ children, className = '', ...list }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const List = useOpenedPart(menuList, open, () => setOpen(false))

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
        <VisuallyHidden>{list.label} </VisuallyHidden>
        {children}
      </UnstyledButton>
      {List ? <List {...list} id={id} button={button} open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
