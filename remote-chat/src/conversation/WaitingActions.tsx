import { useMutation } from '@tanstack/react-query'
import { errorText, postSendNow } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { Button, showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import classes from './MessageBubble.module.css'
import { WithdrawButton } from './WithdrawButton.tsx'

export function WaitingActions({ message }: { message: Message }) {
  const cache = useChatCache()
  const { mutate, isPending } = useMutation({
    mutationFn: () => postSendNow(message.ticket_id, message.id),
    onSuccess: () => showToast({ tone: 'info', text: 'กำลังลองส่ง...' }),
    onError: (error) => {
      console.warn('a pending message could not be retried', error)
      showToast({ tone: 'error', text: errorText(error) })
    },
    onSettled: () => cache.catchUp(message.ticket_id),
  })
  return (
    <div className={classes.actions}>
      <Button size="sm" variant="outline" aria-disabled={isPending} onClick={() => isPending || mutate()}>
        ลองส่งตอนนี้
      </Button>
      <WithdrawButton message={message} />
    </div>
  )
}
