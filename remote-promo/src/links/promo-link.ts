import { parseUrl } from 'shared/contract/parse-url.ts'
/** Entry of the list that is stored under `promo_upload_items`. The contract specifies the first five fields. */
export interface PromoLink {
  id: string
  name: string
  /** Size in bytes. */
  size: number
  url: string
  /** Time in ISO 8601. */
  createdAt: string
  /** SHA-256 of the file in hex. It is absent when the browser cannot compute it. */
  sha256?: string
  preview_url?: string
  /** Notes of the upload (`UPLOAD_NOTES` of the contract). */
  notes?: string[]
  /** Position in the list. It is absent in older entries. */
  position?: DropPosition
}

/** Time of a drop, selection or paste in ms since 1970, and the file's index among the files of that drop. */
export type DropPosition = readonly [droppedAt: number, nth: number]

/** Maximum number of links, because the browser's storage is limited. */
export const MAX_LINKS = 1_000
export const LIST_FULL = 'รายการเต็มแล้ว กรุณาล้างรายการก่อนอัปโหลดเพิ่ม'

/** Reads the stored list and never throws: omits invalid entries, and sets `isDamaged` when data was lost. */
export function readLinks(text: string | null): { links: PromoLink[]; isDamaged: boolean } {
  let value: unknown
  try {
    value = JSON.parse(text ?? '[]')
  } catch (error) {
    console.warn('stored links could not be read', error)
  }
  if (!Array.isArray(value)) return { links: [], isDamaged: true }
  const seen = new Set<string>()
  const links = value
    .flatMap((each) => readLink(each) ?? [])
    .filter(({ id }) => !seen.has(id) && seen.add(id))
  return { links: links.slice(0, MAX_LINKS), isDamaged: links.length < value.length }
}

function readLink(value: unknown): PromoLink | null {
  const { id, name, size, url, createdAt, sha256, preview_url, notes, position } = Object(value) as Record<
    string,
    unknown
  >
  const address = readAddress(url)
  if (typeof id !== 'string' || typeof name !== 'string' || address === null) return null
  const preview = readAddress(preview_url)
  return {
    id,
    name,
    size: Number.isSafeInteger(size) && Number(size) >= 0 ? Number(size) : 0,
    url: address,
    createdAt: readTime(createdAt),
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
    ...(preview === null ? {} : { preview_url: preview }),
    ...(Array.isArray(notes) ? { notes: notes.filter((note) => typeof note === 'string') } : {}),
    ...(isDropPosition(position) ? { position: [...position] } : {}),
  }
}

const isDropPosition = (value: unknown): value is DropPosition =>
  Array.isArray(value) && value.length === 2 && value.every((each) => Number.isSafeInteger(each))

/** Returns a URL if it is http(s), otherwise `null`, because users click the URL. */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || parseUrl(value) === null) return null
  const { protocol, href, username, password } = new URL(value)
  // Rejects user info before an @, which a user could mistake for the host.
  return /^https?:$/.test(protocol) && username + password === '' ? href : null
}

function readTime(value: unknown): string {
  const time = new Date(typeof value === 'string' || typeof value === 'number' ? value : 0)
  // Replaces years outside 0000 to 9999, which start with a sign in ISO format.
  return /^\d/.test(Number.isNaN(time.getTime()) ? '' : time.toISOString())
    ? time.toISOString()
    : new Date(0).toISOString()
}
