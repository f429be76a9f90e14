import { createHmac } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Media } from 'shared/contract/messages/message-content.ts'
import type { Config } from '../config.ts'
import { blobKey } from './blob-store.ts'

export const PUBLIC_MEDIA_PATH = '/p/'

/** File extensions of JPEG and PNG, the only types that LINE accepts. */
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const
export type PublicType = keyof typeof EXTENSIONS

const NAME = /^[0-9a-f]{64}\.(jpg|png)$/

/** Names cannot be derived without `namesKey`. Equal content always has an equal name: URLs are in customers' chats. */
export function publicKey(namesKey: Buffer, sha256: string, contentType: PublicType): string {
  const name = createHmac('sha256', namesKey).update(sha256, 'hex').digest('hex')
  return blobKey('public', `${name}.${EXTENSIONS[contentType]}`)
}

export function publicFile(name: string): { key: string; contentType: PublicType } | null {
  const extension = NAME.exec(name)?.[1]
  if (extension === undefined) return null
  return { key: blobKey('public', name), contentType: extension === 'png' ? 'image/png' : 'image/jpeg' }
}

export type MediaAddressConfig = Pick<Config, 'publicUrl' | 'publicMediaUrl'>

export function lineAddress({ publicUrl, publicMediaUrl }: MediaAddressConfig, key: string): string {
  return `${publicMediaUrl ?? publicUrl}${publicPath(key)}`
}

/** LINE's URL, unless it has a local host name which only the simulator resolves (`pnpm start`: https://localhost). */
export function openAddress(config: MediaAddressConfig, key: string): string {
  const { publicUrl, publicMediaUrl } = config
  return isHere(publicMediaUrl) ? `${publicUrl}${publicPath(key)}` : lineAddress(config, key)
}

function isHere(url: string | null): boolean {
  return url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** Returns the path of a public file on this server; pages show only images of their own server. */
export function publicPath(key: string): string {
  return PUBLIC_MEDIA_PATH + key.slice(key.lastIndexOf('/') + 1)
}

export interface OwnImage {
  key: string
  preview: string | null
  content_type: string
  bytes: number
  width: number | null
  height: number | null
}

/** Foreign links may look like the desk's, so the stored files decide; each such link costs one index lookup. */
export function ownImageJson(link: SQL): SQL<OwnImage | null> {
  return sql`(
    select json_build_object('key', b.key, 'preview', md.preview_blob, 'content_type', b.content_type, 'bytes', b.bytes,
      'width', b.width, 'height', b.height)
    from (select substring(${link} from '^[^?#]*/p/([0-9a-f]{64}\\.(?:jpg|png))(?:[?#]|$)') as name offset 0) own
    join media md on md.original_blob = 'public/' || left(own.name, 2) || '/' || own.name
    join blobs b on b.key = md.original_blob
    limit 1)`
}

export function mediaOfOwn({ key, preview, content_type, bytes, width, height }: OwnImage): Media {
  const url = publicPath(key)
  const preview_url = preview === null ? null : publicPath(preview)
  return { state: 'ready', reason: null, url, preview_url, content_type, bytes, width, height }
}
