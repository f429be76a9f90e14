import { fetchTicket } from 'shared/api'
import { followRealtime } from 'shared/realtime'
import { type Alert, PLACEHOLDER_NAME } from './alert-rules.ts'

/** Maximum wait for a new customer's name, in ms; LINE returns the name shortly after the first message. */
const WITHIN_MS = 2_000

export async function withCustomerName(alert: Alert, signal: AbortSignal): Promise<Alert> {
  const namePromise = new Promise<string | undefined>((resolve) => {
    const end = (name?: string) => {
      clearTimeout(timer)
      unfollow()
      resolve(name)
    }
    const timer = setTimeout(end, WITHIN_MS)
    const unfollow = followRealtime((event) => {
      if (event.type !== 'ticket_update' || event.data.id !== alert.ticketId) return
      const name = event.data.profile?.display_name
      if (name !== undefined && !PLACEHOLDER_NAME.test(name)) end(name)
    })
    signal.addEventListener('abort', () => end())
  })
  // The name may have arrived before this module loaded.
  const name =
    (await namePromise) ??
    (signal.aborted ? undefined : (await fetchTicket(alert.ticketId)).profile.display_name)
  return name === undefined ? alert : { ...alert, title: alert.title.replace(PLACEHOLDER_NAME, name) }
}
