import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, ClippedMarks, Dialog, showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { isMe } from '../signed-in-user.ts'
import { changeAssignee, changeAssigneeFailure } from '../ticket/change-assignee.ts'
import { ReasonForm } from '../ticket/ReasonForm.tsx'
import { AssigneeField } from './AssigneeField.tsx'

export type AssigneeChangeKind = 'transfer' | 'unassign'

const TITLES = { transfer: 'โอนเคสให้เพื่อนร่วมทีม', unassign: 'คืนเคสเข้าคิว' }
const CONFIRM = { transfer: 'โอนเคส', unassign: 'คืนเข้าคิว' }

export interface ChangeAssigneeDialogProps {
  ticket: Ticket
  kind: AssigneeChangeKind
  onClose: () => void
}

/** Shows failures inside the dialog, so that the entered reason is not lost. */
export function ChangeAssigneeDialog({ ticket, kind, onClose }: ChangeAssigneeDialogProps) {
  const cache = useChatCache()
  const formId = useId()
  const [newAssignee, setNewAssignee] = useState('')
  const [reason, setReason] = useState('')
  const assignee = ticket.assigned_to
  const isReady = assignee !== null && reason.trim() !== '' && (kind === 'unassign' || newAssignee !== '')

  const move = useMutation({
    mutationFn: (from: string) =>
      changeAssignee(cache, ticket.id, (calls) => {
        const body = { from, reason: reason.trim() }
        return kind === 'unassign'
          ? calls.postUnassign(ticket.id, body)
          : calls.postTransfer(ticket.id, { ...body, to: newAssignee })
      }),
    onSuccess: (moved) => {
      const to = moved.assigned_to === null ? undefined : staffLabel(moved.assigned_to)
      showToast({ tone: 'success', text: to === undefined ? 'คืนเคสเข้าคิวแล้ว' : `โอนเคสให้ ${to} แล้ว` })
      onClose()
    },
  })
  const submit = () => {
    if (isReady && !move.isPending) move.mutate(assignee.id)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLES[kind]}
      placement="sheet"
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={move.isPending}>
            ยกเลิก
          </Button>
          <Button type="submit" form={formId} loading={move.isPending} disabled={!isReady}>
            {CONFIRM[kind]}
          </Button>
        </>
      }
    >
      <ReasonForm
        id={formId}
        onSubmit={submit}
        field={{
          label: 'เหตุผล',
          description: 'เพื่อนร่วมทีมเห็นในแชท ลูกค้าไม่เห็น',
          value: reason,
          onChange: setReason,
        }}
        failure={move.error && changeAssigneeFailure(move.error)}
      >
        <p>
          เคสของ{' '}
          <strong>
            <ClippedMarks text={ticket.profile.display_name} />
          </strong>
          {assigneeText(assignee)}
        </p>
        {kind === 'transfer' ? (
          <AssigneeField ticket={ticket} value={newAssignee} onChange={setNewAssignee} />
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}

function assigneeText(assignee: Ticket['assigned_to']): string {
  if (assignee === null) return ' ไม่มีผู้ดูแลแล้ว'
  return isMe(assignee) ? ' ที่คุณดูแลอยู่' : ` ซึ่ง ${staffLabel(assignee)} ดูแลอยู่`
}
