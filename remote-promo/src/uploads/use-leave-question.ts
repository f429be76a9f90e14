import { useEffect, useState } from 'react'
import { guardLeaving } from 'shared/extensions'
import { useBackCloses } from 'shared/ui'

/**
 * While something would be lost, leaving the page asks first: by a link, back, the palette, signing out; the browser asks itself where the
 * tab is closed. Who is asked goes on to where they wanted with `goOn` alone: a page that went by itself as the last file arrives would go
 * under a hand that is about to stay.
 */
export function useLeaveQuestion(isLosing: boolean) {
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  const [isLetGo, setLetGo] = useState(false)
  if (isLetGo && !isLosing && leave === null) setLetGo(false)
  const isGuarded = isLosing && !isLetGo
  useEffect(() => {
    if (!isGuarded) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    const end = guardLeaving((go) => setLeave({ go }))
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      end()
    }
  }, [isGuarded])
  useBackCloses(isGuarded, () => setLeave({ go: () => history.back() }))
  useEffect(() => {
    if (!isLetGo || leave === null) return
    setLeave(null)
    afterWindows(leave.go)
  }, [isLetGo, leave])
  return { isAsked: leave !== null && !isLetGo, stay: () => setLeave(null), goOn: () => setLetGo(true) }
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
