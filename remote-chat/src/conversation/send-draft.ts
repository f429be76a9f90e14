import { errorText, hasErrorCode, isApiError, postMessage } from 'shared/api'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import { acknowledge, beginAttempt, failAttempt } from './draft.store.ts'

/**
 * Sends what is written in a conversation. Twice at once is once; a failure keeps the text and its id for another try.
 * It goes on when the conversation leaves the screen.
 */
export async function sendDraft(cache: ChatCache, ticketId: string): Promise<void> {
  const attempt = beginAttempt(ticketId, () => crypto.randomUUID(), Date.now)
  if (attempt === null) return
  try {
    const message = await postMessage(ticketId, {
      type: 'text',
      text: attempt.text,
      client_message_id: attempt.id,
    })
    cache.messages.apply({ ...message, client_message_id: message.client_message_id ?? attempt.id })
    acknowledge(ticketId, attempt.id)
    cache.tickets.applyMessage(message, true)
  } catch (error) {
    console.warn('a message was not sent', error)
    failAttempt(ticketId, attempt.id)
    const known =
      isApiError(error) && hasErrorCode(error, 'ticket_closed', 'forbidden_channel', 'rate_limited')
    showToast({
      tone: 'error',
      text: known ? `${errorText(error, 'send')}: ${errorText(error)}` : errorText(error, 'send'),
    })
    if (hasErrorCode(error, 'ticket_closed')) cache.reloadTicket(ticketId)
  }
}
