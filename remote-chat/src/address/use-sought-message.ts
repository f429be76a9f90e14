import { useLocation } from 'react-router-dom'

/** The number (`seq`) of the message that the open conversation is to be opened at, as the address says: `?message=`; null for none. */
export function useSoughtMessage(): number | null {
  const seq = Number(new URLSearchParams(useLocation().search).get('message'))
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null
}
