import type { messagingApi } from '@line/bot-sdk'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'

/** A message of ours as LINE takes it, or why LINE would not. The same message always gives the same result: retry keys need it. */
export function lineMessage(message: {
  message_type: string
  text: string | null
  image_url: string | null
}): messagingApi.Message | { error: DeliveryErrorCode; detail: string } {
  if (message.message_type === 'text') return { type: 'text', text: message.text ?? '' }
  const url = imageUrl(message.image_url ?? '')
  if (url === null) return { error: 'image_not_https', detail: 'LINE takes https:// links alone' }
  return { type: 'image', originalContentUrl: url, previewImageUrl: url }
}

/** Only characters that an address may hold unencoded, and no port of another scheme. */
const PLAIN = /^https:\/\/[!-~]+$/

/** LINE takes https alone, and only addresses in ASCII. Null: it is none that can be given so. */
function imageUrl(link: string): string | null {
  if (PLAIN.test(link)) return link
  if (!URL.canParse(link)) return null
  // As a URL it has lost the port 80 of http, which no https answers on.
  const { protocol, href } = new URL(link)
  return /^https?:$/.test(protocol) ? href.replace(/^http:/, 'https:') : null
}
