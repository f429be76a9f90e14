import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'

const POINTER_REST_MS = 3_000

export function usePointerActivity(onActivity: (isActive: boolean) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = useEffectEvent(() => {
    clearTimeout(rest.current)
    onActivity(false)
  })
  // Ends the mouse activity, because an element that is removed under the mouse causes no leave event.
  useEffect(() => () => leave(), [])
  return {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      clearTimeout(rest.current)
      rest.current = setTimeout(onActivity, POINTER_REST_MS, false)
      onActivity(true)
    },
    onPointerLeave: () => {
      clearTimeout(rest.current)
      onActivity(false)
    },
  }
}
