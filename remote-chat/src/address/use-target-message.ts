import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { locationIn } from './ticket-address.ts'

export interface TargetMessage {
  readonly seq: number
  /** Id of the note to open after the message; null when the message itself is to be opened. */
  readonly note: string | null
  /** Increases when the user requests the same position again. */
  readonly requestedAt: number
}

/** Returns a new object for each request to show a message. */
export function useTargetMessage(): TargetMessage | null {
  const { search, state } = useLocation()
  const [requestedAt, setRequestedAt] = useState(0)
  const { targetRequestedAt } = Object(state) as { targetRequestedAt?: unknown }
  // A navigation that only changes the list drops `targetRequestedAt`; this is not a new request to scroll.
  if (typeof targetRequestedAt === 'number' && targetRequestedAt > requestedAt)
    setRequestedAt(targetRequestedAt)
  const { seq = 0, note = null } = locationIn(new URLSearchParams(search)) ?? {}
  return useMemo(() => (seq > 0 ? { seq, note, requestedAt } : null), [seq, note, requestedAt])
}
