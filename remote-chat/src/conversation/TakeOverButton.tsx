import { useMutation } from '@tanstack/react-query'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { mayChangeAssignee, useViewer } from '../signed-in-user.ts'
import { changeAssignee, changeAssigneeFailure } from '../ticket/change-assignee.ts'
import classes from './ChangeAssignee.module.css'

type Assignee = NonNullable<Ticket['assigned_to']>

export function useTakeOver(ticket: Ticket): { run: () => void; busy: boolean } {
  const cache = useChatCache()
  const viewer = useViewer()
  const takeOver = useMutation({
    mutationFn: ({ from, to }: { from: Assignee; to: string }) =>
      changeAssignee(cache, ticket.id, (calls) => calls.postTransfer(ticket.id, { from: from.id, to })),
    onSuccess: (_, { from }) => showToast({ tone: 'success', text: `คุณรับช่วงต่อจาก ${staffLabel(from)} แล้ว` }),
    onError: (error) => showToast({ tone: 'error', text: changeAssigneeFailure(error) }),
  })

  function run(): void {
    const from = ticket.assigned_to
    if (takeOver.isPending || viewer === null || from === null) return
    takeOver.mutate({ from, to: viewer.id })
  }

  return { run, busy: takeOver.isPending }
}

/** Button that takes over a ticket; afterwards the reply field in `Composer` gets the focus. */
export function TakeOverButton({ ticket }: { ticket: Ticket }) {
  const viewer = useViewer()
  const { run, busy } = useTakeOver(ticket)
  if (!mayChangeAssignee(viewer, ticket)) return null
  return (
    <Button size="sm" variant="tint" loading={busy} onClick={run}>
      รับช่วงต่อ
    </Button>
  )
}

export function TakeOverChoice({ ticket }: { ticket: Ticket }) {
  const viewer = useViewer()
  if (!mayChangeAssignee(viewer, ticket)) return null
  return (
    <span className={classes.choice}>
      หากจะดูแลเคสนี้ต่อเอง <TakeOverButton ticket={ticket} />
    </span>
  )
}
