import { sniffImage } from './sniff-image-kind.ts'

/** Content types that a browser may display or play. All others are downloaded, so that HTML and SVG never run. */
export const SHOWN_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/3gpp',
  'audio/mp4',
  'audio/mpeg',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/flac',
])

export const UNKNOWN_TYPE = 'application/octet-stream'

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['ID3', 'audio/mpeg'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
]

/** Content types by the prefix of a brand of the ISO base media format (ISO/IEC 14496-12). */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  // Brands of HEIF files whose codec `sniffImage` does not know.
  [/^(?:mif1|msf1)$/, 'image/heic'],
  [/^M4[AB] $/, 'audio/mp4'],
  [/^qt {2}$/, 'video/quicktime'],
  [/^3g/, 'video/3gpp'],
]

/** Returns a file's content type by its first bytes. With `isAudio`, a video container gets an audio type. */
export function sniffContent(head: Buffer, isAudio: boolean): string {
  const image = sniffImage(head)
  if (image !== null) return `image/${image}`
  const text = head.toString('latin1')
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return 'audio/wav'
  const known = SIGNATURES.find(([signature]) => text.startsWith(signature))
  if (known !== undefined) return known[1]
  if (text.startsWith('ftyp', 4)) {
    const type = BRANDS.find(([pattern]) => pattern.test(text.slice(8, 12)))?.[1] ?? 'video/mp4'
    return isAudio ? type.replace('video/', 'audio/').replace(/(?<=audio\/).*/, 'mp4') : type
  }
  if (text.startsWith('\x1a\x45\xdf\xa3')) return isAudio ? 'audio/webm' : 'video/webm'
  return frameType(head) ?? UNKNOWN_TYPE
}

/** Returns the type of MPEG audio without a file header: 11 sync bits, then version and layer (0 for AAC). */
function frameType(head: Buffer): string | undefined {
  const [first = 0, second = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  const isAac = (second & 0xf6) === 0xf0
  const hasLayer = (second & 0x06) !== 0 && (second & 0x18) !== 0x08
  if (isAac) return 'audio/aac'
  return hasLayer ? 'audio/mpeg' : undefined
}
