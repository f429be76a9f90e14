/** True when tabs can lock tickets, which requires TLS. */
export const hasTicketLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator

/** Runs work under the ticket's lock; closing the tab also releases the lock. Without lock support, runs it at once. */
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
    console.warn('the lock of a conversation could not be acquired', error)
    await begin()
  }
}

export const ticketLockName = (staffId: string, ticketId: string): string => `outbox:${staffId}:${ticketId}`
