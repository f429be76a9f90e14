import type { StartService } from 'shared/extensions'
import { followRealtime } from 'shared/realtime'
import { mentionsQuery } from '../notes/mentions.ts'

const notice = () => import(/* webpackChunkName: "mentions" */ '../notes/mention-notification.ts')

/** Events after which the mentions are refetched; `resync` means that events were missed. */
const REFRESH_EVENTS: ReadonlySet<string> = new Set(['resync', 'mention', 'mentions_update'])

/** Minimum interval in ms between fetches on return to the page. They detect mentions seen on other devices. */
const RETRY_MS = 60_000

const start: StartService = ({ queryClient, navigate }) => {
  let stopped = false
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    readAt = performance.now()
    // The response of a running fetch may not include the new mention.
    await queryClient.cancelQueries(mentionsQuery)
    const waiting = await queryClient.fetchQuery({ ...mentionsQuery, staleTime: 0 })
    if (waiting.total === 0) return
    const { notifyWaiting } = await notice()
    if (!stopped) notifyWaiting(waiting, navigate)
  }
  const logFailure = (notified: Promise<void>) =>
    void notified.catch((error: unknown) => console.warn('mentions could not be read', error))

  logFailure(read())
  const unfollow = followRealtime((event) => {
    if (REFRESH_EVENTS.has(event.type)) logFailure(read())
  })
  const onVisible = () => {
    if (!document.hidden && performance.now() - readAt > RETRY_MS) logFailure(read())
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    stopped = true
    unfollow()
    document.removeEventListener('visibilitychange', onVisible)
  }
}

export default start
