import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRealtimeEvents } from 'shared/realtime'

/** Reads a query again when something happens to a case; what happens within `afterMs` is read once. */
export function useCaseEvents(queryKey: QueryKey, afterMs: number): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useRealtimeEvents(({ type }) => {
    if (type !== 'ticket_update' && type !== 'ticket_list_update' && type !== 'resync') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      // Each reading comes to its end, however fast things happen; one that began before this may not know of it.
      const read = () => client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      void (client.isFetching({ queryKey }) > 0 ? read().then(read) : read())
    }, afterMs)
  })
}
