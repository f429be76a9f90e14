import { useEffect, useState } from 'react'
import { guardLeaving } from 'shared/extensions'
import { useBackCloses } from 'shared/ui'

/**
 * While `isGuarded`, leaving the page asks first: by a link, back, the palette; the browser asks itself where the tab is closed.
 * Answers how the person wants to leave; null: nobody wants to.
 */
export function useLeaveQuestion(isGuarded: boolean) {
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
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
  return { isAsked: leave !== null && isGuarded, stay: () => setLeave(null), go: leave?.go ?? (() => {}) }
}
