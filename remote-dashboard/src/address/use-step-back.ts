import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Returns a function that goes one step back; ignores repeated calls until that navigation is done. */
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
