import type { QueryClient } from '@tanstack/react-query'
import type { Mention } from 'shared/contract/notes/note.ts'
import type { StartService } from 'shared/extensions'
import { followRealtime } from 'shared/realtime'
import { mentionsQuery } from '../notes/mentions.ts'

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
    if (addMention(queryClient, event.data))
      quietly(notice().then(({ tellMention }) => tellMention(event.data, navigate)))
  })
  const onLook = () => {
    if (!document.hidden && Date.now() - readAt > LOOK_AGAIN_MS) quietly(read())
  }
  document.addEventListener('visibilitychange', onLook)
  return () => {
    stopped = true
    unfollow()
    document.removeEventListener('visibilitychange', onLook)
  }
}

/** One has come by the socket. False where it was known. */
function addMention(client: QueryClient, mention: Mention): boolean {
  const known = client.getQueryData(mentionsQuery.queryKey)
  if (known?.items.some(({ id }) => id === mention.id)) return false
  if (known)
    client.setQueryData(mentionsQuery.queryKey, { items: [mention, ...known.items], total: known.total + 1 })
  return true
}

export default start
