import { useEffect, useRef } from 'react'
import { Outlet } from 'react-router-dom'
import { useDocumentTitle } from '../use-document-title.ts'
import { useCurrentPage } from './current-page.ts'
import classes from './ShellLayout.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useSidebar } from './use-sidebar.ts'

const MAIN_ID = 'main'

export function ShellLayout() {
  const { title } = useCurrentPage()
  const sidebar = useSidebar()
  const burger = useRef<HTMLButtonElement>(null)
  useDocumentTitle(title)

  const open = sidebar.overlay && !sidebar.collapsed
  // Returns the focus to the menu button after the page is no longer inert.
  useEffect(() => {
    if (!open) return
    return () => burger.current?.focus()
  }, [open])

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`#${MAIN_ID}`}>
        ข้ามไปยังเนื้อหา
      </a>
      <Sidebar state={sidebar} />
      <div className={classes.column} inert={open}>
        <TopBar
          title={title}
          burger={sidebar.overlay ? { ref: burger, open, onClick: sidebar.toggle } : null}
        />
        <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
