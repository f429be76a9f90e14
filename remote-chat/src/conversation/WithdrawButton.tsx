import { useMutation } from '@tanstack/react-query'
import { errorText, postWithdraw } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { Button, showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'

/** Moves the focus to the conversation, because the clicked button unmounts after a withdrawal or a resend. */
export function focusConversation(button: HTMLElement): void {
  button.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
}

export function WithdrawButton({ message: { id, ticket_id } }: { message: Message }) {
  const cache = useChatCache()
  const { mutate, isPending } = useMutation({
    mutationFn: () => postWithdraw(ticket_id, id),
    onSuccess: (withdrawn) => cache.messages.apply(withdrawn),
    onError: (error) => {
      console.warn('a message could not be withdrawn', error)
      showToast({ tone: 'error', text: errorText(error) })
      // Another agent may have retried the message, so its current state is fetched.
      cache.catchUp(ticket_id)
    },
    onSettled: () => void cache.reloadTicket(ticket_id),
  })
  return (
    <Button
      size="sm"
      variant="subtle"
      aria-label="ยกเลิก ข้อความนี้"
      aria-disabled={isPending}
      onClick={(event) => {
        if (isPending) return
        focusConversation(event.currentTarget)
        mutate()
      }}
    >
      ยกเลิก
    </Button>
  )
}
