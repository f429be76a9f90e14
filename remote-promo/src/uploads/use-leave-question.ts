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
    leave?.go()
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
