import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'

/** While stale metrics are shown, a click waits for the new metrics, and is discarded if they fail to load. */
export function useSettledTickets(
  { isPlaceholderData: isStale, isError }: Pick<UseQueryResult, 'isPlaceholderData' | 'isError'>,
  onTickets: (tickets: TicketsOfMetric) => void,
) {
  const [pressed, setPressed] = useState<TicketsOfMetric | null>(null)
  useEffect(() => {
    if (pressed === null || (isStale && !isError)) return
    setPressed(null)
    if (!isError) onTickets(pressed)
  }, [isStale, isError, pressed, onTickets])
  return isStale ? setPressed : onTickets
}
