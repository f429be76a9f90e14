import type { Message } from 'shared/contract/messages/message.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'

export function signMedia(message: Message, addresses: MediaAddresses, tokenHash: string): Message {
  const sign = (address: string | null) =>
    address === null ? null : (addresses.signFor(tokenHash, address) ?? address)
  const { content, image_url } = message
  const media = content !== null && content !== undefined && 'media' in content ? content.media : null
  const url = sign(media?.url ?? null)
  const imageUrl = sign(image_url)
  if (url === (media?.url ?? null) && imageUrl === image_url) return message
  return {
    ...message,
    image_url: imageUrl,
    ...(content &&
      'media' in content &&
      content.media && {
        content: {
          ...content,
          media: { ...content.media, url, preview_url: sign(content.media.preview_url) },
        },
      }),
  }
}
