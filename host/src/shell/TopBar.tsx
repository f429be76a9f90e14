import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import type { Ref } from 'react'
import { Slot } from 'shared/extensions'
import { IconButton, PageHeaderOutlet } from 'shared/ui'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

export interface TopBarProps {
  title: string
  /** Menu button, or null when the sidebar is next to the page. */
  burger: { ref: Ref<HTMLButtonElement>; open: boolean; onClick: () => void } | null
}

export function TopBar({ title, burger }: TopBarProps) {
  return (
    <header className={classes.bar}>
      {burger ? (
        <IconButton
          ref={burger.ref}
          label="เปิดเมนู"
          aria-expanded={burger.open}
          onClick={burger.onClick}
          className={classes.burger}
        >
          <IconMenu2 size={20} aria-hidden />
        </IconButton>
      ) : null}
      <div className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <PageHeaderOutlet side="start" className={classes.start} />
      </div>
      <PageHeaderOutlet side="end" className={classes.end} />
      <Slot name="top-bar" />
      <PaletteButton />
      <UserMenu />
    </header>
  )
}
