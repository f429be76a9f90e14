import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { readStored, serverNow, writeStored } from 'shared/session'

/** So many tickets are remembered; the longest unseen go first. */
const MAX_TICKETS = 500

/** When each ticket was last looked at in this browser, ms since 1970, by ticket id. */
export function readLastSeen(): Record<string, number> {
  try {
    // Whatever stands there: what is no time is left out.
    const stored: unknown = Object(JSON.parse(readStored(STORAGE_KEYS.lastSeen) ?? '{}'))
    const entries = Object.entries(stored as object).map(([id, at]) => [id, Number(new Date(at))] as const)
    return Object.fromEntries(entries.filter(([, at]) => Number.isFinite(at)))
  } catch (error) {
    console.warn('what was last seen could not be read', error)
    return {}
  }
}

/** Records that the ticket was read. `newestAt`: time of its newest message (ISO 8601), compared with later ones. Default: now. */
export function keepLastSeen(ticketId: string, newestAt: string | undefined): void {
  const { [ticketId]: _, ...others } = readLastSeen()
  const at = newestAt === undefined ? serverNow() : Date.parse(newestAt)
  const entries = [...Object.entries(others), [ticketId, at] as const].slice(-MAX_TICKETS)
  writeStored(STORAGE_KEYS.lastSeen, JSON.stringify(Object.fromEntries(entries)))
}
