import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, Menu, type MenuItem, useLazyDialog } from 'shared/ui'
import { isAssignee, mayChangeAssignee, useViewer } from '../signed-in-user.ts'
import menuButton from '../ticket/menu-button.module.css'
import type { AssigneeChangeKind } from './ChangeAssigneeDialog.tsx'
import { useTakeOver } from './TakeOverButton.tsx'

const changeAssigneeDialog = deferred(
  async () =>
    (await import(/* webpackChunkName: "change-assignee" */ './ChangeAssigneeDialog.tsx'))
      .ChangeAssigneeDialog,
)

export function TicketMenu({ ticket }: { ticket: Ticket }) {
  const viewer = useViewer()
  const takeOver = useTakeOver(ticket)
  const [dialogKind, setDialogKind] = useState<AssigneeChangeKind | null>(null)
  const close = () => setDialogKind(null)
  const ChangeAssigneeDialog = useLazyDialog(changeAssigneeDialog, dialogKind !== null, close)
  const isOffered = mayChangeAssignee(viewer, ticket)
  if (!isOffered && dialogKind === null) return null
  const items: MenuItem[] = [
    {
      key: 'transfer',
      label: 'โอนเคสให้เพื่อนร่วมทีม',
      icon: <IconArrowsExchange size={20} aria-hidden />,
      onSelect: () => setDialogKind('transfer'),
    },
    {
      key: 'unassign',
      label: 'คืนเคสเข้าคิว',
      icon: <IconArrowBackUp size={20} aria-hidden />,
      onSelect: () => setDialogKind('unassign'),
    },
  ]
  if (!isAssignee(viewer, ticket))
    items.unshift({
      key: 'take',
      label: 'รับช่วงต่อ',
      icon: <IconUserCheck size={20} aria-hidden />,
      onSelect: takeOver.run,
    })
  return (
    <>
      {isOffered ? (
        <Menu label="ตัวเลือกของเคส" className={menuButton.trigger} items={items}>
          <IconDots size={20} aria-hidden />
        </Menu>
      ) : null}
      {dialogKind !== null && ChangeAssigneeDialog !== null ? (
        <ChangeAssigneeDialog ticket={ticket} kind={dialogKind} onClose={close} />
      ) : null}
    </>
  )
}
