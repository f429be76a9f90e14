import { sql } from 'drizzle-orm'
import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import type { MessageContent, StoredContent } from 'shared/contract/messages/message-content.ts'
import { asRaw, firstText } from 'shared/contract/raw-json.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { mediaOf } from '../media/media-row.ts'
import { mediaOfOwn } from '../media/public-media.ts'
import { type LineMessageContent, readLineMessage } from './line-message-content.ts'
import { preview } from './message-preview.ts'
import type { MessageRow } from './message-row.ts'

/** What stands in the place of a message that its customer has taken back. */
export const UNSENT_TEXT = 'ยกเลิกข้อความแล้ว'

/** A message that another one quotes; its id is null where the desk does not have it. */
export interface QuotedRow {
  id: string | null
  text: string | null
  isImage: boolean | null
  unsent: boolean | null
}

/**
 * What message `m` quotes, as it is now: it may have been taken back since, or may have come later. LINE names it by its own id,
 * which counts among messages of the same customer alone.
 */
export const QUOTED = sql`case when m.payload ? 'quotedMessageId' then (
    select json_build_object('id', q.id, 'text', left(q.text, 500), 'isImage', q.message_type = 'image', 'unsent', q.unsent_at is not null)
    from (select 1) one left join (messages q
      join tickets qt on qt.id = q.ticket_id join tickets mt on mt.id = m.ticket_id and mt.customer_id = qt.customer_id)
      on q.channel_key = m.channel_key and q.line_message_id = m.payload ->> 'quotedMessageId') end`

const QUOTED_GRAPHEMES = 60

function quotedOf(quoted: QuotedRow): { message_id: string | null; text: string | null } {
  const placeholder = quoted.isImage ? MESSAGE_PLACEHOLDERS.image : null
  const text = quoted.unsent ? UNSENT_TEXT : preview(quoted.text ?? placeholder, QUOTED_GRAPHEMES)
  return { message_id: quoted.id, text }
}

/** What a customer's message of an earlier release says, which kept it as LINE told it. */
function readAnew({ kind, direction, message_type, text, payload }: MessageRow): LineMessageContent | null {
  if (kind !== null || direction !== 'IN') return null
  return readLineMessage({ ...(message_type === 'text' ? { text } : {}), ...payload, type: message_type })
}

function storedContentOf(row: MessageRow): StoredContent | null {
  if (row.unsent) return { kind: 'unsent' }
  const told = row.content ?? readAnew(row)?.content ?? null
  return told === null && row.own_picture !== null ? { kind: 'image', set: null } : told
}

/** What a message says beyond its text, with addresses that hold now. */
export function contentOf(row: MessageRow, addresses: MediaAddresses): MessageContent | null {
  const stored = storedContentOf(row)
  const quoted = row.quoted === null || row.unsent ? null : quotedOf(row.quoted)
  if (stored === null && quoted === null) return null
  const content = stored ?? { kind: 'text', emojis: [], mentions: [] }
  const more = quoted === null ? {} : { quoted }
  switch (content.kind) {
    case 'image':
      if (row.own_picture !== null) return { ...content, ...more, media: mediaOfOwn(row.own_picture) }
      // A picture that stands elsewhere says no more than its link.
      if (row.image_url !== null && content.set === null && quoted === null && !content.late_ms) return null
      return { ...content, ...more, media: row.media && mediaOf(row.media, addresses) }
    case 'video':
    case 'audio':
    case 'file':
      return { ...content, ...more, media: row.media && mediaOf(row.media, addresses) }
    case 'text':
      return { ...content, ...more, emojis: withPictures(content.emojis, row.payload, addresses) }
    case 'sticker': {
      const id = firstText(row.payload ?? {}, 'stickerId')
      return { ...content, ...more, image_url: id === undefined ? null : addresses.ofSticker(id) }
    }
    default:
      return { ...content, ...more }
  }
}

type Emojis = Extract<MessageContent, { kind: 'text' }>['emojis']

/** LINE tells the ids of an emoji beside its place in the text. */
function withPictures(emojis: Emojis, payload: MessageRow['payload'], addresses: MediaAddresses): Emojis {
  const told = Array.isArray(payload?.emojis) ? payload.emojis.map(asRaw) : []
  return emojis.map((emoji) => {
    const { productId, emojiId } = told.find((each) => each.index === emoji.index) ?? {}
    return { ...emoji, url: addresses.ofEmoji(productId, emojiId) }
  })
}

/** What people read of it where there is nothing else to see. */
export function textOf(row: MessageRow): string | null {
  if (row.unsent) return UNSENT_TEXT
  return readAnew(row)?.text ?? row.text
}
