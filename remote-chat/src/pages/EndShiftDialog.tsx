import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, useSyncExternalStore } from 'react'
import { ApiError, errorText, handOverCalls, ticketListQuery } from 'shared/api'
import { MAX_PAGE_SIZE } from 'shared/contract/constants.ts'
import { Button, Dialog } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { readOutbox } from '../outbox/outbox.store.ts'
import { subscribeUnsent } from '../outbox/unsent.store.ts'
import { handOverFailure } from '../ticket/hand-over.ts'
import { ReasonFailure, ReasonForm } from '../ticket/ReasonForm.tsx'
import classes from './EndShift.module.css'

type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof handOverCalls>>['postReturnOwn']>>

const GIVING_BACK = ['end-shift']

export interface EndShiftDialogProps {
  onClose: () => void
  /** Told which cases are one's own no more. */
  onReturned: (ids: readonly string[]) => void
}

/** Once, when it is drawn: the field and the button that had the focus are gone then. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The end of a shift: all own open cases go back to the queue with one note, and the answer says which did not. */
export function EndShiftDialog({ onClose, onReturned }: EndShiftDialogProps) {
  const client = useQueryClient()
  const cache = chatCacheOf(client)
  const formId = useId()
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const giveBack = useMutation({
    mutationKey: GIVING_BACK,
    mutationFn: async () => (await handOverCalls()).postReturnOwn(reason.trim()),
    // Kept here: what was said last stands while the rest is given back.
    onSuccess: (answer) => {
      setOutcome(answer)
      onReturned(answer.returned)
    },
    onSettled: () => cache.reloadLists(),
  })
  const busy = giveBack.isPending
  const isReady = reason.trim() !== '' && !busy
  const submit = () => {
    // Asked, for what is drawn of it comes a moment after the press: a second answer would say that nothing was given back.
    if (isReady && client.isMutating({ mutationKey: GIVING_BACK }) === 0) giveBack.mutate()
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
            ref={isDone ? takeFocus : undefined}
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
        failure={giveBack.error && handOverFailure(giveBack.error)}
        outcome={outcome === null ? null : <OutcomeWords outcome={outcome} />}
      >
        {outcome === null ? <UnsentWarning /> : null}
        {outcome === null ? (
          <>
            <p>เคสที่ยังเปิดอยู่ทั้งหมดของคุณจะกลับเข้าคิว ให้เพื่อนร่วมทีมรับต่อ</p>
            <OwnCases />
          </>
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}

/** One's open cases, those first whose customers wait. */
const useOwnCases = () =>
  useQuery(
    ticketListQuery({ assignee: 'me', status: 'OPEN', order: 'waiting_since', page_size: MAX_PAGE_SIZE }),
  )

/** How many cases that is, and how many of their customers wait. An empty line until it is known. */
function OwnCases() {
  const { data } = useOwnCases()
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

function OutcomeWords({ outcome: { returned, kept, left } }: { outcome: Outcome }) {
  return (
    <div role="status" className={classes.outcome}>
      <p>{returned.length === 0 ? 'ไม่มีเคสที่คืนเข้าคิว' : `คืนเข้าคิวแล้ว ${returned.length} เคส`}</p>
      {kept.length === 0 ? null : (
        <>
          <p>ไม่ได้คืน {kept.length} เคส</p>
          <ul className={classes.kept}>
            {kept.map(({ id, customer, code }) => (
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

/** What has not reached the server goes on being sent; what failed in a case that goes back waits for a person, who would be gone. */
function UnsentWarning() {
  const { data } = useOwnCases()
  const goesBack = ({ ticketId }: { ticketId: string }) =>
    data?.items.some(({ id, status }) => id === ticketId && status === 'OPEN')
  const failed = useSyncExternalStore(
    subscribeUnsent,
    () => readOutbox().filter((message) => message.state === 'failed' && goesBack(message)).length,
  )
  const waiting = useSyncExternalStore(
    subscribeUnsent,
    () => readOutbox().filter(({ state }) => state !== 'failed').length,
  )
  if (failed + waiting === 0) return null
  return (
    <ReasonFailure>
      {failed > 0 ? `มีข้อความของคุณที่ส่งไม่สำเร็จ ${failed} ข้อความ กรุณาส่งใหม่หรือลบก่อนคืนเคส ` : null}
      {waiting > 0 ? `มีข้อความของคุณที่กำลังส่งอยู่ ${waiting} ข้อความ อย่าเพิ่งปิดหน้านี้` : null}
    </ReasonFailure>
  )
}
