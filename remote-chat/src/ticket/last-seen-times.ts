import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { readStored, serverNow, writeStored } from 'shared/session'

/** Maximum number of stored tickets; the tickets unseen for the longest time are dropped first. */
const MAX_TICKETS = 500

/** Returns the times of the user's last visits, in ms since 1970, by ticket id. */
export function readLastSeen(): Record<string, number> {
  try {
    // The stored value may be damaged, so entries that are not times are ignored.
    const stored: unknown = Object(JSON.parse(readStored(STORAGE_KEYS.lastSeen) ?? '{}'))
    const entries = Object.entries(stored as object).map(([id, at]) => [id, Number(new Date(at))] as const)
    return Object.fromEntries(entries.filter(([, at]) => Number.isFinite(at)))
  } catch (error) {
    console.warn('the last seen position could not be read', error)
    return {}
  }
}

/** `newestAt` is the time of the ticket's newest message (ISO 8601), by default the current time. */
export function storeLastSeen(ticketId: string, newestAt: string | undefined): void {
  const { [ticketId]: _, ...others } = readLastSeen()
  const at = newestAt === undefined ? serverNow() : Date.parse(newestAt)
  const entries = [...Object.entries(others), [ticketId, at] as const].slice(-MAX_TICKETS)
  writeStored(STORAGE_KEYS.lastSeen, JSON.stringify(Object.fromEntries(entries)))
}
