import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

export type OpenedHere = Readonly<{ openedHere: string }>

/**
 * Closes a dialog whose state is in the URL: goes one page back in the history, or calls `leave` when a link opened the
 * dialog. Ignores repeated calls until the navigation is done. The hook has no shared state, so remotes import it
 * directly.
 */
export function useCloseUrlDialog({ openedHere }: OpenedHere, leave: () => void): () => void {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key means another history entry.
  useEffect(() => {
    isLeaving.current = false
  }, [key])
  const isOpenedHere = (state as Partial<OpenedHere> | null)?.openedHere === openedHere
  return useCallback(() => {
    if (!isOpenedHere) return leave()
    if (isLeaving.current) return
    isLeaving.current = true
    void navigate(-1)
  }, [isOpenedHere, navigate, leave])
}
