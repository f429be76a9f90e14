import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'

/** Whether the page is laid out in one column. */
export const useIsPhone = () => useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
