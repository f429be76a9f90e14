import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX, SIDEBAR_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

export interface SidebarState {
  /** The sidebar lies over the page and is hidden when collapsed; otherwise it stands beside it and shrinks to its icons. */
  overlay: boolean
  collapsed: boolean
  toggle: () => void
  collapse: () => void
  /** A menu item was chosen: on a small screen the sidebar makes room. */
  onMenuClick: () => void
}

/** Collapsed by itself up to 768 px, and up to 1024 px after a menu click. */
export function useSidebar(): SidebarState {
  const overlay = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const small = useMediaQuery(`(max-width: ${SIDEBAR_BREAKPOINT_PX}px)`)
  const [state, setState] = useState({ overlay, collapsed: overlay })
  // Crossing the width decides anew; in between the person does.
  if (state.overlay !== overlay) setState({ overlay, collapsed: overlay })
  const setCollapsed = (collapsed: boolean) => setState({ overlay, collapsed })
  return {
    overlay,
    collapsed: state.collapsed,
    toggle: () => setCollapsed(!state.collapsed),
    collapse: () => setCollapsed(true),
    onMenuClick: () => {
      if (small) setCollapsed(true)
    },
  }
}
