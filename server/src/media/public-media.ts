import { createHmac } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Media } from 'shared/contract/messages/message-content.ts'
import type { Config } from '../config.ts'
import { blobKey } from './blob-store.ts'

export const PUBLIC_MEDIA_PATH = '/p/'

/** Of JPEG and PNG, which is all that LINE takes. */
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const
export type PublicType = keyof typeof EXTENSIONS

const NAME = /^[0-9a-f]{64}\.(jpg|png)$/

/**
 * Where a public file is kept. Nobody who does not have `namesKey` can tell its name from the content, and the same content has the same
 * name, for ever: addresses stand in customers' chats.
 */
export function publicKey(namesKey: Buffer, sha256: string, contentType: PublicType): string {
  const name = createHmac('sha256', namesKey).update(sha256, 'hex').digest('hex')
  return blobKey('public', `${name}.${EXTENSIONS[contentType]}`)
}

/** Null: no public file has such a name. */
export function publicFile(name: string): { key: string; contentType: PublicType } | null {
  const extension = NAME.exec(name)?.[1]
  if (extension === undefined) return null
  return { key: blobKey('public', name), contentType: extension === 'png' ? 'image/png' : 'image/jpeg' }
}

export type MediaAddressConfig = Pick<Config, 'publicUrl' | 'publicMediaUrl'>

/** Where LINE fetches a public file. */
export function lineAddress({ publicUrl, publicMediaUrl }: MediaAddressConfig, key: string): string {
  return `${publicMediaUrl ?? publicUrl}${publicPath(key)}`
}

/**
 * Where people open a public file: the same, but where that is a name for this machine which a simulator alone understands
 * (`pnpm start`: https://localhost).
 */
export function openAddress(config: MediaAddressConfig, key: string): string {
  const { publicUrl, publicMediaUrl } = config
  return isHere(publicMediaUrl) ? `${publicUrl}${publicPath(key)}` : lineAddress(config, key)
}

function isHere(url: string | null): boolean {
  return url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** The path here of a public file: a page shows pictures of its own desk alone. */
export function publicPath(key: string): string {
  return PUBLIC_MEDIA_PATH + key.slice(key.lastIndexOf('/') + 1)
}

/** What `ownPictureJson` reads. */
export interface OwnPicture {
  key: string
  preview: string | null
  content_type: string
  bytes: number
  width: number | null
  height: number | null
}

/**
 * The picture of our own that a link names as JSON, by whatever address, or null: others' links may look the same, so that what is here
 * decides. `link` is an expression; one look into an index for each link that looks like ours.
 */
export function ownPictureJson(link: SQL): SQL {
  return sql`(
    select json_build_object('key', b.key, 'preview', md.preview_blob, 'content_type', b.content_type, 'bytes', b.bytes,
      'width', b.width, 'height', b.height)
    from (select substring(${link} from '^[^?#]*/p/([0-9a-f]{64}\\.(?:jpg|png))(?:[?#]|$)') as name offset 0) own
    join media md on md.original_blob = 'public/' || left(own.name, 2) || '/' || own.name
    join blobs b on b.key = md.original_blob
    limit 1)`
}

/** The one way from a picture of ours to what the contract calls media. */
export function mediaOfOwn({ key, preview, content_type, bytes, width, height }: OwnPicture): Media {
  const url = publicPath(key)
  const preview_url = preview === null ? null : publicPath(preview)
  return { state: 'ready', reason: null, url, preview_url, content_type, bytes, width, height }
}
