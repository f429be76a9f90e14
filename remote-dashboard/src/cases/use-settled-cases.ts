import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CasesOf } from '../address/dashboard-address.ts'

/**
 * Opens lists. A press on a number of what was chosen before waits until the numbers of what is chosen now are there, and is forgotten
 * where they fail: whoever has read that expects no list.
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
