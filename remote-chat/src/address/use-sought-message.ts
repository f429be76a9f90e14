import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'

export interface SoughtMessage {
  readonly seq: number
  /** Grows when a person asks for the same one again. */
  readonly askedAt: number
}

/** The number of the message that the open conversation is to be opened at, as the address says: `?message=`; null for none. Another object is another wish. */
export function useSoughtMessage(): SoughtMessage | null {
  const { search, state } = useLocation()
  const [askedAt, setAskedAt] = useState(0)
  const { soughtAt } = Object(state) as { soughtAt?: unknown }
  // A step that changes the list alone forgets it, and asks for nothing by that.
  if (typeof soughtAt === 'number' && soughtAt > askedAt) setAskedAt(soughtAt)
  const seq = Number(new URLSearchParams(search).get('message'))
  const isSought = Number.isSafeInteger(seq) && seq > 0
  return useMemo(() => (isSought ? { seq, askedAt } : null), [isSought, seq, askedAt])
}
