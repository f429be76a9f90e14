import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Time in ms after which a mouse that does not move no longer holds the queue. */
const REST_MS = 3_000

/** Handlers that call `onActivity` with true from the first mouse move until the mouse rests or leaves. */
export function usePointerActivity(onActivity: (isActive: boolean) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = useEffectEvent(() => {
    clearTimeout(rest.current)
    onActivity(false)
  })
  // An element removed under the mouse gets no leave event.
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
