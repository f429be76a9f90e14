import { UNSENT_TEXT } from 'shared/contract/constants.ts'
import { readDelivery } from 'shared/contract/messages/delivery.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { MessageContent, StoredContent } from 'shared/contract/messages/message-content.ts'
import { asRaw, firstText } from 'shared/contract/raw-json.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { mediaOf } from '../media/media-row.ts'
import { mediaOfOwn, publicPath } from '../media/public-media.ts'
import { waitOf } from '../tickets/delivery-wait-of-ticket.ts'
import { lineOf, preview } from './message-preview.ts'
import { type MessageRow, messageWireFields, type QuotedRow } from './message-row.ts'

const QUOTED_GRAPHEMES = 60

function quotedOf(quoted: QuotedRow): { message_id: string | null; text: string | null } {
  const text = quoted.unsent ? UNSENT_TEXT : preview(lineOf(quoted.type, quoted.text), QUOTED_GRAPHEMES)
  return { message_id: quoted.id, text }
}

function contentOf(row: MessageRow, addresses: MediaAddresses): MessageContent | null {
  if (row.unsent) return { kind: 'unsent' }
  const stored: StoredContent | null =
    row.content ?? (row.own_image === null ? null : { kind: 'image', set: null })
  const quoted = row.quoted && quotedOf(row.quoted)
  if (stored === null && quoted === null) return null
  const content = stored ?? { kind: 'text', emojis: [], mentions: [] }
  const more = quoted === null ? {} : { quoted }
  switch (content.kind) {
    case 'image':
      if (row.own_image !== null) return { ...content, ...more, media: mediaOfOwn(row.own_image) }
      // An external image has no content other than its link.
      if (row.image_url !== null && content.set === null && quoted === null && !content.late_ms) return null
      return { ...content, ...more, media: row.media && mediaOf(row.media, addresses) }
    case 'video':
    case 'audio':
    case 'file':
      return { ...content, ...more, media: row.media && mediaOf(row.media, addresses) }
    case 'text':
      return { ...content, ...more, emojis: withImages(content.emojis, row.payload, addresses) }
    case 'sticker': {
      const id = firstText(row.payload ?? {}, 'stickerId')
      return { ...content, ...more, image_url: id === undefined ? null : addresses.ofSticker(id) }
    }
    default:
      return { ...content, ...more }
  }
}

type Emojis = Extract<MessageContent, { kind: 'text' }>['emojis']

/** Adds emoji images. The payload has LINE's emoji ids, together with the emojis' index in the text. */
function withImages(emojis: Emojis, payload: MessageRow['payload'], addresses: MediaAddresses): Emojis {
  const reported = Array.isArray(payload?.emojis) ? payload.emojis.map(asRaw) : []
  return emojis.map((emoji) => {
    const { productId, emojiId } = reported.find((each) => each.index === emoji.index) ?? {}
    return { ...emoji, url: addresses.ofEmoji(productId, emojiId) }
  })
}

function deliveryErrorOf({ delivery_state, delivery_error, to_blocked }: MessageRow): string | null {
  if (delivery_state === 'failed') return delivery_error ?? 'line_rejected'
  return delivery_state === 'sent' && to_blocked ? 'blocked' : null
}

/** Null for a customer's image that is not yet fetched; a path on this server for an image that staff uploaded. */
function imageUrlOf(
  { image_url, own_image, media, message_type }: MessageRow,
  addresses: MediaAddresses,
): string | null {
  if (own_image !== null) return publicPath(own_image.key)
  if (image_url !== null) return image_url
  if (message_type !== 'image' || media?.state !== 'ready') return null
  return addresses.of(media.id, 'original')
}

export function messageOf(row: MessageRow, addresses: MediaAddresses): Message {
  return {
    ...messageWireFields(row),
    // One of the two message types of the API specification. The exact kind is in the message's content.
    message_type: row.message_type === 'image' && !row.unsent ? 'image' : 'text',
    text: row.unsent ? UNSENT_TEXT : row.text,
    image_url: imageUrlOf(row, addresses),
    content: contentOf(row, addresses),
    delivery: readDelivery(row.delivery_state),
    delivery_error: deliveryErrorOf(row),
    delivery_wait: row.delivery_wait && waitOf(row.delivery_wait),
    retried: row.retried ?? false,
  }
}
