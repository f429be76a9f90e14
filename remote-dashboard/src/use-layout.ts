import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

/** Of a screen: what is printed stays as it was drawn, or its pages would be counted before it is drawn anew. */
const useUpTo = (px: number) => useMediaQuery(`screen and (max-width: ${px}px)`)

/** One column. */
export const useIsPhone = () => useUpTo(LAYOUT_BREAKPOINT_PX)
/** A table of six columns has no room beside the sidebar. */
export const useIsNarrow = () => useUpTo(960)
/** The top bar has no room for tabs, account and days. */
export const useHasOwnBar = () => useUpTo(1279)
