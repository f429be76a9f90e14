import type { messagingApi } from '@line/bot-sdk'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import type { OwnMedia } from '../media/public-media.ts'

/** A message of ours as LINE takes it, a picture that is in `ownMedia` with our own preview; or why LINE would not. */
export function lineMessage(
  message: { message_type: string; text: string | null; image_url: string | null },
  ownMedia: ReadonlyMap<string, OwnMedia> = new Map(),
): messagingApi.Message | { error: DeliveryErrorCode; detail: string } {
  if (message.message_type === 'text') return { type: 'text', text: message.text ?? '' }
  const link = message.image_url ?? ''
  const own = ownMedia.get(link)
  const original = imageUrl(own?.originalUrl ?? link)
  const preview = imageUrl(own?.previewUrl ?? link)
  if (original === null || preview === null)
    return { error: 'image_not_https', detail: 'LINE takes https:// links alone' }
  return { type: 'image', originalContentUrl: original, previewImageUrl: preview }
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
