import { useQuery } from '@tanstack/react-query'
import { deferred, useDeferred } from 'shared/ui'
import { mentionsQuery } from '../notes/mentions.ts'

const mentionMenu = deferred(
  async () => (await import(/* webpackChunkName: "mentions" */ '../notes/MentionMenu.tsx')).MentionMenu,
)

/** Unread mentions of the user; renders nothing when there are no mentions. */
export default function MentionBadge() {
  const { data } = useQuery({ ...mentionsQuery, enabled: false })
  const isNamed = data !== undefined && data.total > 0
  const MentionMenu = useDeferred(mentionMenu, isNamed, () => undefined)
  return isNamed && MentionMenu !== null ? <MentionMenu {...data} /> : null
}
