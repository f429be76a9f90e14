import { fetchTicket } from 'shared/api'
import { followRealtime } from 'shared/realtime'
import { type Alert, STAND_IN } from './alert-rules.ts'

/** LINE tells a new customer's name a moment after their message. */
const WITHIN_MS = 2_000

/** The alert with the customer's name, once that is known or after a moment; without one it is as it was. */
export async function withName(alert: Alert, signal: AbortSignal): Promise<Alert> {
  const heard = new Promise<string | undefined>((resolve) => {
    const end = (name?: string) => {
      clearTimeout(timer)
      unfollow()
      resolve(name)
    }
    const timer = setTimeout(end, WITHIN_MS)
    const unfollow = followRealtime((event) => {
      if (event.type !== 'ticket_update' || event.data.id !== alert.ticketId) return
      const name = event.data.profile?.display_name
      if (name !== undefined && !STAND_IN.test(name)) end(name)
    })
    signal.addEventListener('abort', () => end())
  })
  // It may have come before this code.
  const name =
    (await heard) ?? (signal.aborted ? undefined : (await fetchTicket(alert.ticketId)).profile.display_name)
  return name === undefined ? alert : { ...alert, title: alert.title.replace(STAND_IN, name) }
}
