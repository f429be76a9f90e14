import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, ClippedMarks, Dialog, showToast } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { handOver, handOverFailure } from '../ticket/hand-over.ts'
import { ReasonForm } from '../ticket/ReasonForm.tsx'
import { isMe } from '../viewer.ts'
import { ReceiverField } from './ReceiverField.tsx'

export type HandOverKind = 'transfer' | 'return'

const TITLES = { transfer: 'โอนเคสให้เพื่อนร่วมทีม', return: 'คืนเคสเข้าคิว' }
const CONFIRM = { transfer: 'โอนเคส', return: 'คืนเข้าคิว' }

export interface HandOverDialogProps {
  ticket: Ticket
  kind: HandOverKind
  onClose: () => void
}

/**
 * Dialog to transfer or unassign a ticket with a reason. Shows failures inside the dialog, so that the text is not
 * lost.
 */
export function HandOverDialog({ ticket, kind, onClose }: HandOverDialogProps) {
  const cache = chatCacheOf(useQueryClient())
  const formId = useId()
  const [receiver, setReceiver] = useState('')
  const [reason, setReason] = useState('')
  const holder = ticket.assigned_to
  const isReady = holder !== null && reason.trim() !== '' && (kind === 'return' || receiver !== '')

  const move = useMutation({
    mutationFn: (from: string) =>
      handOver(cache, ticket.id, (calls) => {
        const body = { from, reason: reason.trim() }
        return kind === 'return'
          ? calls.postReturn(ticket.id, body)
          : calls.postTransfer(ticket.id, { ...body, to: receiver })
      }),
    onSuccess: (moved) => {
      const to = moved.assigned_to === null ? undefined : staffLabel(moved.assigned_to)
      showToast({ tone: 'success', text: to === undefined ? 'คืนเคสเข้าคิวแล้ว' : `โอนเคสให้ ${to} แล้ว` })
      onClose()
    },
  })
  const submit = () => {
    if (isReady && !move.isPending) move.mutate(holder.id)
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
        failure={move.error && handOverFailure(move.error)}
      >
        <p>
          เคสของ{' '}
          <strong>
            <ClippedMarks text={ticket.profile.display_name} />
          </strong>
          {heldBy(holder)}
        </p>
        {kind === 'transfer' ? (
          <ReceiverField ticket={ticket} value={receiver} onChange={setReceiver} />
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}

function heldBy(holder: Ticket['assigned_to']): string {
  if (holder === null) return ' ไม่มีผู้ดูแลแล้ว'
  return isMe(holder) ? ' ที่คุณดูแลอยู่' : ` ซึ่ง ${staffLabel(holder)} ดูแลอยู่`
}
