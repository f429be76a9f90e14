import { parseUrl } from 'shared/contract/parse-url.ts'
/** An uploaded image as stored under `promo_upload_items`; the first five fields are specified by the contract. */
export interface PromoLink {
  id: string
  /** Original file name. */
  name: string
  /** In bytes. */
  size: number
  url: string
  /** ISO 8601. */
  createdAt: string
  /** SHA-256 of the file, in hex; the same image is not uploaded again. Absent when the browser cannot compute it. */
  sha256?: string
  /** URL of a thumbnail. */
  preview_url?: string
  /** Changes made by the server: `UPLOAD_NOTES` of the contract. */
  notes?: string[]
  /** Position in its drop, which determines the order of the list. */
  position?: DropPosition
}

/** Time at which a file was dropped, selected or pasted, in ms since 1970, and its index in that drop. */
export type DropPosition = readonly [droppedAt: number, nth: number]

/** Limit of the list, since browser storage is limited. */
export const MAX_LINKS = 1_000
export const LIST_FULL = 'รายการเต็มแล้ว กรุณาล้างรายการก่อนอัปโหลดเพิ่ม'

/**
 * Parses the stored list. Never throws: invalid entries are omitted, and `isDamaged` is true when something was lost.
 */
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

/** Returns a normalized http(s) URL, or `null` for anything else, since users click it. */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || parseUrl(value) === null) return null
  const { protocol, href, username, password } = new URL(value)
  // User info before an @ can be mistaken for the host.
  return /^https?:$/.test(protocol) && username + password === '' ? href : null
}

function readTime(value: unknown): string {
  const time = new Date(typeof value === 'string' || typeof value === 'number' ? value : 0)
  // ISO years outside 0000 to 9999 start with a sign.
  return /^\d/.test(Number.isNaN(time.getTime()) ? '' : time.toISOString())
    ? time.toISOString()
    : new Date(0).toISOString()
}
