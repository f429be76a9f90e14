import { useState } from 'react'
import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

/** Of the screen: what is printed stays as it was drawn, or its pages would be counted before it is drawn anew. */
function useUpTo(px: number): boolean {
  const fits = useMediaQuery(`(max-width: ${px}px)`)
  const [onScreen, setOnScreen] = useState(fits)
  if (fits !== onScreen && !matchMedia('print').matches) setOnScreen(fits)
  return onScreen
}

/** One column. */
export const useIsPhone = () => useUpTo(LAYOUT_BREAKPOINT_PX)
/** A table of six columns has no room beside the sidebar. */
export const useIsNarrow = () => useUpTo(960)
/** The top bar has no room for tabs, account and days. */
export const useHasOwnBar = () => useUpTo(1279)
