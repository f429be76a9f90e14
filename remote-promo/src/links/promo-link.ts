import { parseUrl } from 'shared/contract/parse-url.ts'
/** A picture that was uploaded, as this browser keeps it under `promo_upload_items`: the first five fields by the contract. */
export interface PromoLink {
  id: string
  /** The file's name where it came from. */
  name: string
  /** Of the file, in bytes. */
  size: number
  url: string
  /** ISO 8601. */
  createdAt: string
  /** Of the file, in hex: the same picture again needs no second upload. Absent where the browser cannot count it. */
  sha256?: string
  /** A small picture of it. */
  preview_url?: string
  /** What the server changed: `UPLOAD_NOTES` of the contract. */
  notes?: string[]
  /** Where it stood when it was dropped: what the list is ordered by as links arrive. */
  place?: DropPlace
}

/** When a file was dropped, chosen or pasted, in ms since 1970, and its number among those of that drop, from 0. */
export type DropPlace = readonly [droppedAt: number, nth: number]

/** More are not kept: what a browser keeps is bounded, and so is what people look through. */
export const MAX_LINKS = 1_000
export const LIST_FULL = 'รายการเต็มแล้ว กรุณาล้างรายการก่อนอัปโหลดเพิ่ม'

/**
 * What was kept: whatever can be read of it, and whether that is not all. Of another shape, damaged, or written by another program: nothing is thrown, what is no
 * link is left out.
 */
export function readLinks(text: string | null): { links: PromoLink[]; isDamaged: boolean } {
  let value: unknown
  try {
    value = JSON.parse(text ?? '[]')
  } catch (error) {
    console.warn('the kept links could not be read', error)
  }
  if (!Array.isArray(value)) return { links: [], isDamaged: true }
  const seen = new Set<string>()
  const links = value
    .flatMap((each) => readLink(each) ?? [])
    .filter(({ id }) => !seen.has(id) && seen.add(id))
  return { links: links.slice(0, MAX_LINKS), isDamaged: links.length < value.length }
}

function readLink(value: unknown): PromoLink | null {
  const { id, name, size, url, createdAt, sha256, preview_url, notes, place } = Object(value) as Record<
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
    ...(isDropPlace(place) ? { place: [...place] } : {}),
  }
}

const isDropPlace = (value: unknown): value is DropPlace =>
  Array.isArray(value) && value.length === 2 && value.every((each) => Number.isSafeInteger(each))

/** An address of the web, whole; null for anything else: it becomes a link that people press. */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || parseUrl(value) === null) return null
  const { protocol, href, username, password } = new URL(value)
  // What stands before an @ reads as another host.
  return /^https?:$/.test(protocol) && username + password === '' ? href : null
}

function readTime(value: unknown): string {
  const time = new Date(typeof value === 'string' || typeof value === 'number' ? value : 0)
  // A year of other than four digits has a sign.
  return /^\d/.test(Number.isNaN(time.getTime()) ? '' : time.toISOString())
    ? time.toISOString()
    : new Date(0).toISOString()
}
