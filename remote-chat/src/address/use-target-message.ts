import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { locationIn } from './ticket-address.ts'

export interface TargetMessage {
  readonly seq: number
  /** Internal note after the message to open; null when the message itself is meant. */
  readonly note: string | null
  /** Increases when the user requests the same position again. */
  readonly requestedAt: number
}

/**
 * Returns the message that the conversation should open at, from `?message=` and optional `&note=`; null when the URL
 * names none. A new object is a new request.
 */
export function useTargetMessage(): TargetMessage | null {
  const { search, state } = useLocation()
  const [requestedAt, setRequestedAt] = useState(0)
  const { targetRequestedAt } = Object(state) as { targetRequestedAt?: unknown }
  // A step that only changes the list drops `targetRequestedAt`; that is not a new request.
  if (typeof targetRequestedAt === 'number' && targetRequestedAt > requestedAt)
    setRequestedAt(targetRequestedAt)
  const { seq = 0, note = null } = locationIn(new URLSearchParams(search)) ?? {}
  return useMemo(() => (seq > 0 ? { seq, note, requestedAt } : null), [seq, note, requestedAt])
}
