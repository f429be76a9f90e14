import type { StartService } from 'shared/extensions'
import { followRealtime } from 'shared/realtime'
import { addMention, mentionsQuery } from '../notes/mentions.ts'

const notice = () => import(/* webpackChunkName: "mentions" */ '../notes/mention-notice.ts')

/** So often at most they are read because somebody looks at the page again: what was seen elsewhere, or removed, is not told here. */
const LOOK_AGAIN_MS = 60_000

/** Tells a person on every page that a colleague has named them in a note: at once, and at their next visit when they were away. */
const start: StartService = ({ queryClient, navigate }) => {
  let stopped = false
  let heard = 0
  let readAt = 0

  async function read(): Promise<void> {
    readAt = Date.now()
    const before = heard
    const waiting = await queryClient.fetchQuery({ ...mentionsQuery, staleTime: 0 })
    // One that has come meanwhile may be missing in the answer.
    if (heard !== before && !stopped) return read()
    if (waiting.total === 0) return
    const { tellWaiting } = await notice()
    if (!stopped) tellWaiting(waiting, navigate)
  }
  const quietly = (told: Promise<void>) =>
    void told.catch((error: unknown) => console.warn('notes that name the person were not told of', error))

  quietly(read())
  const unfollow = followRealtime((event) => {
    if (event.type === 'resync') quietly(read())
    if (event.type !== 'mention') return
    heard += 1
    const isKnown = queryClient
      .getQueryData(mentionsQuery.queryKey)
      ?.items.some(({ id }) => id === event.data.id)
    addMention(queryClient, event.data)
    if (isKnown !== true) quietly(notice().then(({ tellMention }) => tellMention(event.data, navigate)))
  })
  const onLook = () => {
    if (document.visibilityState === 'visible' && Date.now() - readAt > LOOK_AGAIN_MS) quietly(read())
  }
  document.addEventListener('visibilitychange', onLook)
  return () => {
    stopped = true
    unfollow()
    document.removeEventListener('visibilitychange', onLook)
  }
}
export default start
