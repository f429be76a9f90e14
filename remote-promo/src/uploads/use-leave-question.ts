import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardLeaving } from 'shared/extensions'
import { useBackCloses } from 'shared/ui'

/**
 * While `isGuarded`, leaving the page asks first: by a link, back, the palette, signing out; the browser asks itself where the tab is
 * closed. Where nothing is left to lose while somebody is asked, they go on to where they wanted.
 */
export function useLeaveQuestion(isGuarded: boolean) {
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const goOn = useEffectEvent(() => {
    if (isLeft.current) return
    setLeave(null)
    if (leave !== null) afterWindows(leave.go)
  })
  useEffect(() => {
    if (!isGuarded) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    const end = guardLeaving((go) => setLeave({ go }))
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      end()
      goOn()
    }
  }, [isGuarded])
  useBackCloses(isGuarded, () => setLeave({ go: () => history.back() }))
  return { isAsked: leave !== null && isGuarded, stay: () => setLeave(null) }
}

/** The browser takes the windows' entries out of its history a moment after they have closed; so long, in ms. */
const STEP_MS = 20
const STEPS = 50

/** Goes once the history stands at the page itself: a step that is under way would lead away from where one has gone. */
function afterWindows(go: () => void, steps = STEPS): void {
  const isAtPage = Object(history.state).windows === undefined
  if (isAtPage || steps === 0) go()
  else setTimeout(() => afterWindows(go, steps - 1), STEP_MS)
}
