import { type SQL, sql } from 'drizzle-orm'
import type { Media, SeenBefore } from 'shared/contract/messages/message-content.ts'
import type { MediaAddresses } from './media-addresses.ts'

export interface MediaRow extends Omit<Media, 'url' | 'preview_url' | 'seen_before'> {
  id: string
  has_preview: boolean
  seen_before: SeenBefore | null
}

/** State that staff see: media whose preview is overdue are shown as a file until the preview is ready. */
const shownState = sql`case when md.state = 'pending' and md.reason = 'no_preview' then 'ready' else md.state end`

/** Maximum number of earlier uses of an image that are checked, newest first: many customers may send one image. */
export const MAX_EARLIER_USES = 10

/**
 * Earlier use of the same image in the channel, also by another customer, because staff who may read the message may
 * read the whole channel. Uses by other customers are preferred, and unsent messages are included.
 */
const SEEN_BEFORE = sql`case when md.kind = 'image' and md.content_sha256 is not null then (
    select json_build_object('is_same_customer', st.customer_id = t.customer_id,
      'ticket_id', sm.ticket_id, 'seq', sm.seq, 'at', sm.sort_at)
    from (
      select same.message_id, same.created_at from media same
      where same.channel_key = md.channel_key and same.content_sha256 = md.content_sha256 and same.kind = 'image'
        and same.created_at <= md.created_at and same.id <> md.id
      order by same.created_at desc limit ${sql.raw(String(MAX_EARLIER_USES))}) use
    join messages sm on sm.id = use.message_id join tickets st on st.id = sm.ticket_id
    join messages ms on ms.id = md.message_id join tickets t on t.id = ms.ticket_id
    where (use.created_at, sm.sort_at, sm.id) < (md.created_at, ms.sort_at, ms.id)
    order by st.customer_id = t.customer_id, use.created_at desc, sm.sort_at desc limit 1) end`

/** Returns SQL for a message's media as JSON: null when it has none, without details until they are ready. */
export function mediaJson(id: SQL): SQL<MediaRow | null> {
  return sql`(
    select json_build_object('id', md.id, 'state', ${shownState}, 'reason', md.reason, 'content_type', b.content_type, 'bytes', b.bytes,
      'width', b.width, 'height', b.height, 'has_preview', md.preview_blob is not null,
      'seen_before', case when ${shownState} = 'ready' then ${SEEN_BEFORE} end)
    from media md left join blobs b on b.key = md.original_blob and ${shownState} = 'ready' where md.message_id = ${id})`
}

export function mediaOf(
  { id, has_preview, seen_before, ...row }: MediaRow,
  addresses: MediaAddresses,
): Media {
  const isReady = row.state === 'ready'
  return {
    ...row,
    url: isReady ? addresses.of(id, 'original') : null,
    preview_url: isReady && has_preview ? addresses.of(id, 'preview') : null,
    ...(seen_before && { seen_before: { ...seen_before, at: new Date(seen_before.at).toISOString() } }),
  }
}
