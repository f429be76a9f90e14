import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Time in ms after which a mouse that does not move counts as inactive. */
const REST_MS = 3_000

/** Returns handlers that call `onActivity` with true when a mouse moves, and with false when it rests or leaves. */
export function usePointerActivity(onActivity: (isActive: boolean) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = useEffectEvent(() => {
    clearTimeout(rest.current)
    onActivity(false)
  })
  // Ends the activity when the element is removed under the mouse, which causes no leave event.
  useEffect(() => () => leave(), [])
  return {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      clearTimeout(rest.current)
      rest.current = setTimeout(onActivity, REST_MS, false)
      onActivity(true)
    },
    onPointerLeave: () => {
      clearTimeout(rest.current)
      onActivity(false)
    },
  }
}
