import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX, SIDEBAR_BREAKPOINT_PX, STORAGE_KEYS } from 'shared/contract/constants.ts'
import { useLocalStorage, useMediaQuery } from 'shared/ui'

export type SidebarState = ReturnType<typeof useSidebar>

/** Stores the user's choice on wide screens. Up to 1024 px, a menu click collapses the sidebar without storing this. */
export function useSidebar() {
  const overlay = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const small = useMediaQuery(`(max-width: ${SIDEBAR_BREAKPOINT_PX}px)`)
  const [chosen, choose] = useLocalStorage({
    key: STORAGE_KEYS.sidebarCollapsed,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [state, setState] = useState({ overlay, collapsed: overlay || chosen })
  if (state.overlay !== overlay) setState({ overlay, collapsed: overlay || chosen })
  const setCollapsed = (collapsed: boolean) => setState({ overlay, collapsed })
  return {
    /** True when the sidebar lies over the page. Otherwise collapsing shrinks the sidebar to its icons. */
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
