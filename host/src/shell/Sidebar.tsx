import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useRole } from 'shared/session'
import { useBackCloses } from 'shared/ui'
import { Logo } from '../Logo.tsx'
import { preloadPage } from '../remotes/preload-page.ts'
import { readRegistry, remoteNav, remoteRoutes } from '../remotes/registry.ts'
import { useCurrentPage } from './current-page.ts'
import { navIcon } from './nav-icons.ts'
import classes from './Sidebar.module.css'
import type { SidebarState } from './use-sidebar.ts'

export function Sidebar({ state }: { state: SidebarState }) {
  const { overlay, collapsed, toggle, collapse, onMenuClick } = state
  const aside = useRef<HTMLElement>(null)
  const open = overlay && !collapsed
  useBackCloses(open, collapse)

  useEffect(() => {
    if (open) aside.current?.querySelector('a')?.focus()
  }, [open])

  return (
    <>
      {open ? <div className={classes.backdrop} aria-hidden="true" onClick={collapse} /> : null}
      <aside
        ref={aside}
        className={classes.sidebar}
        data-collapsed={collapsed || undefined}
        inert={overlay && collapsed}
        onKeyDown={(event) => {
          if (open && event.key === 'Escape') collapse()
        }}
      >
        <div className={classes.brand}>
          <Logo size={28} />
          <span className={classes.words}>OA Desk</span>
        </div>
        <nav aria-label="เมนูหลัก" className={classes.nav}>
          <SidebarItems onMenuClick={onMenuClick} />
        </nav>
        <button
          type="button"
          className={classes.item}
          aria-expanded={!collapsed}
          title={collapsed ? 'ขยายเมนู' : undefined}
          onClick={toggle}
        >
          {collapsed ? (
            <IconLayoutSidebarLeftExpand size={20} aria-hidden />
          ) : (
            <IconMenu2 size={20} aria-hidden />
          )}
          <span className={classes.words}>{collapsed ? 'ขยายเมนู' : 'ย่อเมนู'}</span>
        </button>
      </aside>
    </>
  )
}

function SidebarItems({ onMenuClick }: { onMenuClick: () => void }) {
  const role = useRole()
  const registry = readRegistry()
  const current = useCurrentPage()
  const { pathname } = useLocation()
  const routes = remoteRoutes(registry)
  return remoteNav(registry, role).map(({ path, label, icon }) => {
    const Icon = navIcon(icon)
    const route = routes.find((each) => each.path === path)
    const preload = () => route && preloadPage(route.remoteId, route.expose)
    // Highlights the menu item of the page's remote: the queue's item also on the page with the user's own tickets.
    const isHighlighted = route !== undefined && route.remoteId === current.remoteId
    return (
      <Link
        key={path}
        to={`/${path}`}
        className={classes.item}
        data-lit={isHighlighted || undefined}
        aria-current={pathname === `/${path}` ? 'page' : undefined}
        title={label}
        onClick={onMenuClick}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon size={20} aria-hidden />
        <span className={classes.words}>{label}</span>
      </Link>
    )
  })
}
