import type { messagingApi } from '@line/bot-sdk'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery-errors.ts'

/** A message of ours as LINE takes it, or why LINE would not. The same message always gives the same result: retry keys need it. */
export function lineMessage(message: {
  message_type: string
  text: string | null
  image_url: string | null
}): messagingApi.Message | { error: DeliveryErrorCode; detail: string } {
  if (message.message_type === 'text') return { type: 'text', text: message.text ?? '' }
  const url = message.image_url ?? ''
  if (!url.startsWith('https://'))
    return { error: 'image_not_https', detail: 'LINE takes https:// links alone' }
  return { type: 'image', originalContentUrl: url, previewImageUrl: url }
}
