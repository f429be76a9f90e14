import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** History state that names the dialog opened from this app. */
export type OpenedHere = Readonly<{ openedHere: string }>

/**
 * Closes a dialog that the URL names: goes one step back, or calls `leave` when the dialog was opened by a link. Ignores
 * repeated calls until that step is done. Stateless, so packages import this file directly.
 */
export function useCloseUrlDialog({ openedHere }: OpenedHere, leave: () => void): () => void {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another entry of the history.
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
