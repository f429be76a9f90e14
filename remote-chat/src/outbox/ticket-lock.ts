/** Whether the tabs of this browser can tell which of them sends. Not where a page is served without TLS. */
export const hasTicketLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator

/**
 * Does the work when no other tab of this person works on the ticket; the browser frees the lock of a tab that is closed.
 * Without locks, or when the browser refuses them, the work is done at once: then the caller's own guard within the tab is all.
 */
export async function withTicketLock(
  staffId: string,
  ticketId: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!hasTicketLocks()) return work()
  let begun = false
  const begin = () => {
    begun = true
    return work()
  }
  try {
    await navigator.locks.request(ticketLockName(staffId, ticketId), begin)
  } catch (error) {
    if (begun) throw error
    console.warn('the lock of a conversation could not be had', error)
    await begin()
  }
}

export const ticketLockName = (staffId: string, ticketId: string): string => `outbox:${staffId}:${ticketId}`
