import { createHmac } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Media } from 'shared/contract/messages/message-content.ts'
import type { Config } from '../config.ts'
import { blobKey } from './blob-store.ts'

export const PUBLIC_MEDIA_PATH = '/p/'

/** File extensions of JPEG and PNG, the only image types that LINE accepts. */
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const
export type PublicType = keyof typeof EXTENSIONS

const NAME = /^[0-9a-f]{64}\.(jpg|png)$/

/** Returns a blob key that nobody can guess without `namesKey`; the same content always gets the same key. */
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

/** Returns an image's URL for users: the URL for LINE or, when only the simulator can open that, one on `publicUrl`. */
export function openAddress(config: MediaAddressConfig, key: string): string {
  const { publicUrl, publicMediaUrl } = config
  return isHere(publicMediaUrl) ? `${publicUrl}${publicPath(key)}` : lineAddress(config, key)
}

function isHere(url: string | null): boolean {
  return url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** Returns the path of a public file without a host name, because pages show only images of their own server. */
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

/** Returns SQL for the public image of a link. Foreign URLs can look the same, so the image must be stored here. */
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
