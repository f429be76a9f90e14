import type { StartService } from 'shared/extensions'
import { followRealtime } from 'shared/realtime'
import { mentionsQuery } from '../notes/mentions.ts'

const notice = () => import(/* webpackChunkName: "mentions" */ '../notes/mention-notice.ts')

/** After these the list may be another; `resync`: what was told while the socket was away has been missed. */
const TELLS: ReadonlySet<string> = new Set(['resync', 'mention', 'mentions_update'])

/** So often at most they are read because somebody looks at the page again: what was seen elsewhere is not told here. */
const LOOK_AGAIN_MS = 60_000

/** Tells a person on every page that a colleague has named them in a note: at once, and at their next visit when they were away. */
const start: StartService = ({ queryClient, navigate }) => {
  let stopped = false
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    readAt = performance.now()
    // The answer to a reading that had begun before may be without what has come.
    await queryClient.cancelQueries(mentionsQuery)
    const waiting = await queryClient.fetchQuery({ ...mentionsQuery, staleTime: 0 })
    if (waiting.total === 0) return
    const { tellWaiting } = await notice()
    if (!stopped) tellWaiting(waiting, navigate)
  }
  const quietly = (told: Promise<void>) =>
    void told.catch((error: unknown) => console.warn('mentions were not read', error))

  quietly(read())
  const unfollow = followRealtime((event) => {
    if (TELLS.has(event.type)) quietly(read())
  })
  const onLook = () => {
    if (!document.hidden && performance.now() - readAt > LOOK_AGAIN_MS) quietly(read())
  }
  document.addEventListener('visibilitychange', onLook)
  return () => {
    stopped = true
    unfollow()
    document.removeEventListener('visibilitychange', onLook)
  }
}

export default start
