import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

/** Ignores the width of a printed page, because React would re-render too late for printing. */
function useUpTo(px: number): boolean {
  const fits = useMediaQuery(`(max-width: ${px}px)`)
  const [onScreen, setOnScreen] = useState(fits)
  if (fits !== onScreen && !matchMedia('print').matches) setOnScreen(fits)
  return onScreen
}

export const useIsPhone = () => useUpTo(LAYOUT_BREAKPOINT_PX)
/** Returns true when the sidebar leaves too little room for a table with six columns. */
export const useIsNarrow = () => useUpTo(960)
/** Returns true when the top bar has too little room for tabs, channel and period. */
export const useHasOwnBar = () => useUpTo(1279)
