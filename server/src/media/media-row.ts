import { type SQL, sql } from 'drizzle-orm'
import type { Media } from 'shared/contract/messages/message-content.ts'
import type { MediaAddresses } from './media-addresses.ts'

/** What `mediaJson` reads. */
export interface MediaRow {
  id: string
  state: 'pending' | 'ready' | 'gone'
  reason: string | null
  content_type: string | null
  bytes: number | null
  width: number | null
  height: number | null
  has_preview: boolean
}

/** As people have it: what has come and waits for its preview for long is there meanwhile, as a file. */
const shownState = sql`case when md.state = 'pending' and md.reason = 'no_preview' then 'ready' else md.state end`

/** The media of a message as JSON; null where it has none. Of what is not ready nothing is told. `id` is an expression for the message's id. */
export function mediaJson(id: SQL): SQL {
  return sql`(
    select json_build_object('id', md.id, 'state', ${shownState}, 'reason', md.reason, 'content_type', b.content_type, 'bytes', b.bytes,
      'width', b.width, 'height', b.height, 'has_preview', md.preview_blob is not null)
    from media md left join blobs b on b.key = md.original_blob and ${shownState} = 'ready' where md.message_id = ${id})`
}

/** The one way from a row to what the contract calls media. */
export function mediaOf(row: MediaRow, addresses: MediaAddresses): Media {
  const isReady = row.state === 'ready'
  return {
    state: row.state,
    reason: row.reason,
    url: isReady ? addresses.of(row.id, 'original') : null,
    preview_url: isReady && row.has_preview ? addresses.of(row.id, 'preview') : null,
    content_type: row.content_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
  }
}
