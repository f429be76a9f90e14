import type { StartService } from 'shared/extensions'
import { followReconnect } from 'shared/realtime'
import { serverNow } from 'shared/session'
import { ticketAddress } from '../address/ticket-address.ts'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { watchRetries } from '../outbox/abandoned-retries.ts'
import { readOutbox } from '../outbox/outbox.store.ts'
import { openPendingWith } from '../outbox/pending-message-notification.ts'
import { wakeOutbox } from '../outbox/wake-outbox.ts'

const POLL_MS = 30_000

/** Sends messages of a closed tab (new or being retried) and messages that waited for a connection. */
const startOutbox: StartService = ({ queryClient, navigate }) => {
  const cache = chatCacheOf(queryClient)
  openPendingWith((ticketId) => navigate(ticketAddress(ticketId)))
  const wake = () => void wakeOutbox(cache)
  const isLeft = watchRetries()
  const check = setInterval(() => {
    if (isLeft(readOutbox(), serverNow())) wake()
  }, POLL_MS)
  const unfollow = followReconnect(wake)
  wake()
  return () => {
    clearInterval(check)
    unfollow()
  }
}
export default startOutbox
