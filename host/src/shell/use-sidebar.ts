import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX, SIDEBAR_BREAKPOINT_PX, STORAGE_KEYS } from 'shared/contract/constants.ts'
import { useLocalStorage, useMediaQuery } from 'shared/ui'

export interface SidebarState {
  /**
   * True when the sidebar lies over the page, and collapsing hides it. Otherwise the sidebar is next to the page, and
   * collapsing shrinks it to its icons.
   */
  overlay: boolean
  collapsed: boolean
  toggle: () => void
  collapse: () => void
  /** Handles a click on a menu item: collapses the sidebar on a small screen. */
  onMenuClick: () => void
}

/**
 * Returns the state of the sidebar. Up to 768 px it lies over the page and is collapsed until the user opens it. On
 * wider screens this browser stores the user's choice. Up to 1024 px a menu click collapses it without storing that.
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
  // Crossing the 768 px breakpoint resets the state to the default or the stored choice.
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
