import { skipToken, useQuery } from '@tanstack/react-query'
import { mentionsKey } from 'shared/api'
import { deferred, useDeferred } from 'shared/ui'
import type { UnseenMentions } from '../notes/mentions.ts'

const mentionMenu = deferred(
  async () => (await import(/* webpackChunkName: "mentions" */ '../notes/MentionMenu.tsx')).MentionMenu,
)

/** Badge with the number of unseen mentions of the user, which the mentions service fetches. */
export default function MentionBadge() {
  const { data } = useQuery<UnseenMentions>({ queryKey: mentionsKey, queryFn: skipToken })
  const isNamed = data !== undefined && data.total > 0
  const MentionMenu = useDeferred(mentionMenu, isNamed, () => undefined)
  return isNamed && MentionMenu !== null ? <MentionMenu {...data} /> : null
}
