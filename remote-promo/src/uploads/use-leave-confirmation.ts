import { useEffect, useState } from 'react'
import { guardLeaving } from 'shared/extensions'
import { useBackCloses } from 'shared/ui'

/**
 * When the tab is closed, the browser itself asks. Navigation continues only through `leavePage`, even when the last
 * upload ends meanwhile: an automatic navigation could happen while the user is about to click "stay".
 */
export function useLeaveConfirmation(isLosing: boolean) {
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  if (isConfirmed && !isLosing && leave === null) setConfirmed(false)
  const isGuarded = isLosing && !isConfirmed
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
    if (!isConfirmed || leave === null) return
    setLeave(null)
    afterDialogsClose(leave.go)
  }, [isConfirmed, leave])
  return {
    isConfirming: leave !== null && !isConfirmed,
    stay: () => setLeave(null),
    leavePage: () => setConfirmed(true),
  }
}

/** Interval in ms for checking the history: dialogs remove their history entries shortly after they close. */
const STEP_MS = 20
const STEPS = 50

/** Waits until dialogs have navigated back, because going back later would undo the new navigation. */
function afterDialogsClose(go: () => void, steps = STEPS): void {
  const isAtPage = Object(history.state).dialogs === undefined
  if (isAtPage || steps === 0) go()
  else setTimeout(() => afterDialogsClose(go, steps - 1), STEP_MS)
}
