import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX, SIDEBAR_BREAKPOINT_PX, STORAGE_KEYS } from 'shared/contract/constants.ts'
import { useLocalStorage, useMediaQuery } from 'shared/ui'

export interface SidebarState {
  /** The sidebar lies over the page and is hidden when collapsed; otherwise it stands beside it and shrinks to its icons. */
  overlay: boolean
  collapsed: boolean
  toggle: () => void
  collapse: () => void
  /** A menu item was chosen: on a small screen the sidebar makes room. */
  onMenuClick: () => void
}

/**
 * Over the page (up to 768 px) it is collapsed until it is asked for. Beside it, it is as the person left it on this browser;
 * a menu click collapses it up to 1024 px, without saving that.
 */
export function useSidebar(): SidebarState {
  const overlay = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const small = useMediaQuery(`(max-width: ${SIDEBAR_BREAKPOINT_PX}px)`)
  const [chosen, choose] = useLocalStorage({
    key: STORAGE_KEYS.sidebarCollapsed,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [state, setState] = useState({ overlay, collapsed: overlay || chosen })
  // Crossing the width decides anew; in between the person does.
  if (state.overlay !== overlay) setState({ overlay, collapsed: overlay || chosen })
  const setCollapsed = (collapsed: boolean) => setState({ overlay, collapsed })
  return {
    overlay,
    collapsed: state.collapsed,
    toggle: () => {
      if (!overlay) choose(!state.collapsed)
      setCollapsed(!state.collapsed)
    },
    collapse: () => setCollapsed(true),
    onMenuClick: () => {
      if (small) setCollapsed(true)
    },
  }
}
