import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** One step back in the browser's history: a second press, before it is done, would be a second one. */
export function useStepBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another entry of the history.
  useEffect(() => {
    isLeaving.current = false
  }, [key])
  return useCallback(() => {
    if (isLeaving.current) return
    isLeaving.current = true
    void navigate(-1)
  }, [navigate])
}
