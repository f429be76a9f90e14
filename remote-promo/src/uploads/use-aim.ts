import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'

/** A mouse that has not moved for so long, in ms, aims at nothing. */
const REST_MS = 3_000

/** Handlers for what a mouse may be aiming at something in: `onAim` is told from its first move until it rests or leaves. */
export function useAim(onAim: (isAimed: boolean) => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = useEffectEvent(() => {
    clearTimeout(rest.current)
    onAim(false)
  })
  // What goes under a mouse is not left by it.
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
