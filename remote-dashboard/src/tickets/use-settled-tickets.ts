import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'

/**
 * Returns a function that opens the tickets of a metric. While stale metrics are shown, a click takes effect when the
 * new metrics are loaded. If loading fails, the click is discarded, because the user no longer expects a list then.
 */
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
