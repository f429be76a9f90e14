import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs'
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs'
import { useQueryClient } from '@tanstack/react-query'
import type { Mention } from 'shared/contract/notes/note.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, cutGraphemes, Menu, UnreadCount } from 'shared/ui'
import { usePageAddress } from '../address/use-page-address.ts'
import classes from './MentionMenu.module.css'
import { markMentionsSeen, refetchMentions } from './mark-mentions-seen.ts'
import { mentionStep } from './mention-address.ts'
import type { UnseenMentions } from './mentions.ts'

const TEXT_LENGTH = 48

const labelOf = ({ staff, customer, text }: Mention) =>
  `${staffLabel(staff)} · ${customer}: ${cutGraphemes(text, TEXT_LENGTH)}`

export function MentionMenu({ items, total }: UnseenMentions) {
  const client = useQueryClient()
  const { writer } = usePageAddress({ onAnyPage: true })
  return (
    <Menu
      label="โน้ตที่กล่าวถึงคุณ"
      className={classes.trigger}
      items={[
        ...items.map((mention) => ({
          key: mention.id,
          label: labelOf(mention),
          icon: <Avatar name={mention.staff.display_name} src={mention.staff.avatar_url} size={24} />,
          onSelect: () => {
            writer.go((now) => mentionStep(now, mention))
            refetchMentions(client)
          },
        })),
        {
          key: 'all',
          label: 'อ่านทั้งหมดแล้ว',
          icon: <IconChecks size={20} aria-hidden />,
          onSelect: () =>
            void markMentionsSeen(
              client,
              items.map(({ id }) => id),
            ),
        },
      ]}
    >
      <IconAt size={20} aria-hidden />
      <UnreadCount count={total} />
    </Menu>
  )
}
