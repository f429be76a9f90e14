import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRealtimeEvents } from 'shared/realtime'

/** Refetches after events of tickets. All events within `afterMs` cause one refetch. */
export function useTicketEvents(queryKey: QueryKey, afterMs: number): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useRealtimeEvents(({ type }) => {
    if (type !== 'ticket_update' && type !== 'ticket_list_update' && type !== 'resync') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      // Does not cancel a running fetch, or frequent events would never let one complete; fetches again after it
      // instead.
      const read = () => client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      void (client.isFetching({ queryKey }) > 0 ? read().then(read) : read())
    }, afterMs)
  })
}
