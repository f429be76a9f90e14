import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Time in ms after which a mouse that does not move no longer holds the queue. */
const REST_MS = 3_000

/** Handlers that call `onAim` with true from the first mouse move until the mouse rests or leaves. */
export function useAim(onAim: (isAimed: boolean) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = useEffectEvent(() => {
    clearTimeout(rest.current)
    onAim(false)
  })
  // An element removed under the mouse gets no leave event.
  useEffect(() => () => leave(), [])
  return {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      clearTimeout(rest.current)
      rest.current = setTimeout(onAim, REST_MS, false)
      onAim(true)
    },
    onPointerLeave: () => {
      clearTimeout(rest.current)
      onAim(false)
    },
  }
}
