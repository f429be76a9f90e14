import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, useSyncExternalStore } from 'react'
import { ApiError, assigneeCalls, errorText, ticketListQuery } from 'shared/api'
import { MAX_PAGE_SIZE } from 'shared/contract/constants.ts'
import { Button, Dialog } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { subscribePending } from '../outbox/drafts.store.ts'
import { readOutbox } from '../outbox/outbox.store.ts'
import { changeAssigneeFailure } from '../ticket/change-assignee.ts'
import { ReasonFailure, ReasonForm } from '../ticket/ReasonForm.tsx'
import classes from './EndShift.module.css'

type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof assigneeCalls>>['postUnassignOwn']>>

const UNASSIGNING = ['end-shift']

export interface EndShiftDialogProps {
  onClose: () => void
  onUnassigned: (ids: readonly string[]) => void
}

/** Focuses an element on mount, because the field or button that had the focus is removed at the same time. */
const focusOnMount = (element: HTMLElement | null) => element?.focus()

export function EndShiftDialog({ onClose, onUnassigned }: EndShiftDialogProps) {
  const client = useQueryClient()
  const cache = chatCacheOf(client)
  const formId = useId()
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const unassign = useMutation({
    mutationKey: UNASSIGNING,
    mutationFn: async () => (await assigneeCalls()).postUnassignOwn(reason.trim()),
    // The result is kept in state, so that it remains visible while the remaining tickets are being unassigned.
    onSuccess: (response) => {
      setOutcome(response)
      onUnassigned(response.unassigned)
    },
    onSettled: () => cache.reloadLists(),
  })
  const busy = unassign.isPending
  const isReady = reason.trim() !== '' && !busy
  const submit = () => {
    // Checked with `isMutating`, because a second click may arrive before the first is rendered.
    if (isReady && client.isMutating({ mutationKey: UNASSIGNING }) === 0) unassign.mutate()
  }
  const isDone = outcome !== null && outcome.left === 0

  return (
    <Dialog
      open
      onClose={onClose}
      title="จบกะ: คืนเคสทั้งหมดของฉัน"
      placement="sheet"
      footer={
        <>
          <Button
            key={isDone ? 'done' : 'cancel'}
            ref={isDone ? focusOnMount : undefined}
            variant={isDone ? 'filled' : 'outline'}
            onClick={onClose}
            disabled={busy}
          >
            {isDone ? 'ปิดหน้าต่าง' : 'ยกเลิก'}
          </Button>
          {isDone ? null : (
            <Button type="submit" form={formId} loading={busy} disabled={!isReady && !busy}>
              คืนเข้าคิว
            </Button>
          )}
        </>
      }
    >
      <ReasonForm
        id={formId}
        onSubmit={submit}
        field={
          isDone
            ? null
            : {
                label: 'ข้อความถึงผู้รับต่อ',
                description: 'แสดงในแชทของทุกเคส ลูกค้าไม่เห็น',
                value: reason,
                onChange: setReason,
              }
        }
        failure={unassign.error && changeAssigneeFailure(unassign.error)}
        outcome={outcome === null ? null : <OutcomeText outcome={outcome} />}
      >
        {outcome === null ? (
          <>
            <PendingWarning />
            <p>เคสที่ยังเปิดอยู่ทั้งหมดของคุณจะกลับเข้าคิว ให้เพื่อนร่วมทีมรับต่อ</p>
            <OwnTickets />
          </>
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}

const useOwnTickets = () =>
  useQuery(
    ticketListQuery({ assignee: 'me', status: 'OPEN', order: 'waiting_since', page_size: MAX_PAGE_SIZE }),
  )

function OwnTickets() {
  const { data } = useOwnTickets()
  const waiting = data?.items.filter(({ needs_reply }) => needs_reply).length
  return (
    <p className={classes.count}>
      {data === undefined
        ? '\u00a0'
        : data.total === 0
          ? 'ตอนนี้คุณไม่มีเคสที่เปิดอยู่'
          : `รวม ${data.total} เคส · ${waiting === 0 ? 'ไม่มีลูกค้าที่รอคำตอบ' : `ลูกค้ายังรอคำตอบ ${waiting} เคส`}`}
    </p>
  )
}

function OutcomeText({ outcome: { unassigned, failed, left } }: { outcome: Outcome }) {
  return (
    <div role="status" className={classes.outcome}>
      <p>{unassigned.length === 0 ? 'ไม่มีเคสที่คืนเข้าคิว' : `คืนเข้าคิวแล้ว ${unassigned.length} เคส`}</p>
      {failed.length === 0 ? null : (
        <>
          <p>ไม่ได้คืน {failed.length} เคส</p>
          <ul className={classes.failed}>
            {failed.map(({ id, customer, code }) => (
              <li key={id}>
                {customer === '' ? id.slice(0, 8) : customer}:{' '}
                {errorText(new ApiError(code as ApiError['code'], 409))}
              </li>
            ))}
          </ul>
        </>
      )}
      {left === 0 ? null : <p>ยังเหลืออีก {left} เคส กดคืนเข้าคิวอีกครั้ง</p>}
    </div>
  )
}

/** Warns of failed messages, which would wait for a user who has left. Pending messages are still sent. */
function PendingWarning() {
  const { data } = useOwnTickets()
  const isUnassigned = ({ ticketId }: { ticketId: string }) =>
    data?.items.some(({ id, status }) => id === ticketId && status === 'OPEN')
  const outbox = useSyncExternalStore(subscribePending, readOutbox)
  const failed = outbox.filter((message) => message.state === 'failed' && isUnassigned(message)).length
  const waiting = outbox.filter(({ state }) => state !== 'failed').length
  if (failed + waiting === 0) return null
  return (
    <ReasonFailure>
      {failed > 0 ? `มีข้อความของคุณที่ส่งไม่สำเร็จ ${failed} ข้อความ กรุณาส่งใหม่หรือลบก่อนคืนเคส ` : null}
      {waiting > 0 ? `มีข้อความของคุณที่กำลังส่งอยู่ ${waiting} ข้อความ อย่าเพิ่งปิดหน้านี้` : null}
    </ReasonFailure>
  )
}
