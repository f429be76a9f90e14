import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

export const useIsPhone = () => useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
/** True when the top bar is too narrow for the tabs and its widest notification. */
export const useHasOwnBar = () => useMediaQuery('(max-width: 1400px)')
