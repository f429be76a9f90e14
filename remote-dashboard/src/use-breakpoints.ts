import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

/** Ignores changes while printing: a re-render then would happen after the browser has counted the pages. */
function useUpTo(px: number): boolean {
  const fits = useMediaQuery(`(max-width: ${px}px)`)
  const [onScreen, setOnScreen] = useState(fits)
  if (fits !== onScreen && !matchMedia('print').matches) setOnScreen(fits)
  return onScreen
}

/** One-column layout. */
export const useIsPhone = () => useUpTo(LAYOUT_BREAKPOINT_PX)
/** The sidebar leaves too little room for a table with six columns. */
export const useIsNarrow = () => useUpTo(960)
/** The top bar has too little room for tabs, channel and period. */
export const useHasOwnBar = () => useUpTo(1279)
