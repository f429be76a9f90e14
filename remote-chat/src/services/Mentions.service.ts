import type { StartService } from 'shared/extensions'
import { followRealtime } from 'shared/realtime'
import { addMention, mentionsQuery } from '../notes/mentions.ts'

const notice = () => import(/* webpackChunkName: "mentions" */ '../notes/mention-notice.ts')

/** Tells a person on every page that a colleague has named them in a note: at once, and at their next visit when they were away. */
const start: StartService = ({ queryClient, navigate }) => {
  let stopped = false

  async function read(): Promise<void> {
    const waiting = await queryClient.fetchQuery({ ...mentionsQuery, staleTime: 0 })
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
    const isKnown = queryClient
      .getQueryData(mentionsQuery.queryKey)
      ?.items.some(({ id }) => id === event.data.id)
    addMention(queryClient, event.data)
    if (isKnown !== true) quietly(notice().then(({ tellMention }) => tellMention(event.data, navigate)))
  })
  return () => {
    stopped = true
    unfollow()
  }
}
export default start
