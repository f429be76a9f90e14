import { useEffect, useState } from 'react'
import type { CasesOf } from '../address/dashboard-address.ts'

/** Opens lists. A press on a number of what was chosen before waits until the numbers of what is chosen now are there. */
export function useSettledCases(isStale: boolean, onCases: (cases: CasesOf) => void) {
  const [pressed, setPressed] = useState<CasesOf | null>(null)
  useEffect(() => {
    if (isStale || pressed === null) return
    setPressed(null)
    onCases(pressed)
  }, [isStale, pressed, onCases])
  return isStale ? setPressed : onCases
}
