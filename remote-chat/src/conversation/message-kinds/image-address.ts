import type { Message } from 'shared/contract/messages/message.ts'
import { fullAddress, isOurs, isStored, type ShownMessage } from './shown-message.ts'

export const mediaOf = ({ content }: ShownMessage) => (content?.kind === 'image' ? content.media : null)

export function hrefOf(message: ShownMessage): string | null {
  const { image_url, media_url, text } = message
  return fullAddress(mediaOf(message)?.url ?? image_url ?? media_url ?? text)
}

/** True for an available image on our own server, which the viewer can show. */
export function isViewable(message: ShownMessage): message is Message {
  const isImage =
    message.content === null ? message.message_type === 'image' : message.content.kind === 'image'
  const state = mediaOf(message)?.state ?? 'ready'
  const href = isImage && state === 'ready' && isStored(message) ? hrefOf(message) : null
  return href !== null && isOurs(href)
}
