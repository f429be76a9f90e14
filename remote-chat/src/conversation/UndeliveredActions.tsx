import { useState } from 'react'
import { isUnknownDelivery } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { Button, ConfirmDialog, showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { useIsFieldEmpty } from '../outbox/drafts.store.ts'
import { useOutbox } from '../outbox/outbox.store.ts'
import { canSendAgain, editAgain, sendAgain } from '../outbox/outbox-actions.ts'
import classes from './MessageBubble.module.css'
import { focusConversation, WithdrawButton } from './WithdrawButton.tsx'

const FIELD_IN_USE = 'มีข้อความอยู่ในช่องพิมพ์ กรุณาส่งหรือลบก่อน'

interface UndeliveredActionsProps {
  message: Message
  canSend: boolean
}

export function UndeliveredActions({ message, canSend }: UndeliveredActionsProps) {
  const cache = useChatCache()
  const isFieldEmpty = useIsFieldEmpty(message.ticket_id)
  const isUnderWay = useOutbox(message.ticket_id).some(({ retryOf }) => retryOf === message.id)
  const [confirming, setConfirming] = useState<'send' | 'edit' | null>(null)
  const mayHaveArrived = isUnknownDelivery(message.delivery_error)
  if (isUnderWay) return null

  function resend(how: 'send' | 'edit'): void {
    setConfirming(null)
    if (how === 'send') void sendAgain(cache, message)
    else editAgain(message)
  }
  function press(how: 'send' | 'edit', button: HTMLElement): void {
    if (how === 'edit' && !isFieldEmpty) showToast({ tone: 'info', text: FIELD_IN_USE })
    else if (mayHaveArrived) setConfirming(how)
    else {
      if (how === 'send') focusConversation(button)
      resend(how)
    }
  }

  return (
    <div className={classes.actions}>
      {canSend && canSendAgain(message) ? (
        <>
          <Button size="sm" variant="outline" onClick={(event) => press('send', event.currentTarget)}>
            ส่งอีกครั้ง
          </Button>
          {message.message_type === 'text' ? (
            <Button
              size="sm"
              variant="subtle"
              // `aria-disabled` instead of `disabled`, so that touch and screen reader users can read the reason.
              aria-disabled={!isFieldEmpty}
              data-disabled={!isFieldEmpty || undefined}
              title={isFieldEmpty ? undefined : FIELD_IN_USE}
              onClick={(event) => press('edit', event.currentTarget)}
            >
              แก้ไข
            </Button>
          ) : null}
        </>
      ) : null}
      {message.delivery === 'failed' ? <WithdrawButton message={message} /> : null}
      <ConfirmDialog
        open={confirming !== null}
        danger
        title="ลูกค้าอาจได้รับข้อความซ้ำ"
        confirmLabel={confirming === 'edit' ? 'แก้ไขแล้วส่งใหม่' : 'ส่งอีกครั้ง'}
        onConfirm={() => confirming && resend(confirming)}
        onCancel={() => setConfirming(null)}
      >
        ข้อความนี้อาจถึงลูกค้าไปแล้ว หากส่งใหม่ ลูกค้าอาจได้รับซ้ำ
      </ConfirmDialog>
    </div>
  )
}
