import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { placeIn } from './ticket-address.ts'

export interface SoughtMessage {
  readonly seq: number
  /** The internal note behind it that is meant; null for none. */
  readonly note: string | null
  /** Grows when a person asks for the same one again. */
  readonly askedAt: number
}

/** The number of the message that the open conversation is to be opened at, as the address says: `?message=`, and `&note=` for a note behind it; null for none. Another object is another wish. */
export function useSoughtMessage(): SoughtMessage | null {
  const { search, state } = useLocation()
  const [askedAt, setAskedAt] = useState(0)
  const { soughtAt } = Object(state) as { soughtAt?: unknown }
  // A step that changes the list alone forgets it, and asks for nothing by that.
  if (typeof soughtAt === 'number' && soughtAt > askedAt) setAskedAt(soughtAt)
  const { seq = 0, note = null } = placeIn(new URLSearchParams(search)) ?? {}
  return useMemo(() => (seq > 0 ? { seq, note, askedAt } : null), [seq, note, askedAt])
}
