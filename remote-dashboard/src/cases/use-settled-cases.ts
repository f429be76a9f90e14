import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CasesOf } from '../address/dashboard-address.ts'

/**
 * Returns a function that opens a list. While stale metrics are shown, a click waits for the new ones; it is discarded
 * when they fail, because the user no longer expects a list then.
 */
export function useSettledCases(
  { isPlaceholderData: isStale, isError }: Pick<UseQueryResult, 'isPlaceholderData' | 'isError'>,
  onCases: (cases: CasesOf) => void,
) {
  const [pressed, setPressed] = useState<CasesOf | null>(null)
  useEffect(() => {
    if (pressed === null || (isStale && !isError)) return
    setPressed(null)
    if (!isError) onCases(pressed)
  }, [isStale, isError, pressed, onCases])
  return isStale ? setPressed : onCases
}
