/** Type of an image by its first bytes; its file name and declared type are ignored. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

export const SNIFFED_BYTES = 64

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const AVIF_BRANDS = ['avif', 'avis']
/** Brands of HEIF files with HEVC, as phones write them (ISO/IEC 23008-12). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

export function sniffImage(head: Buffer): ImageKind | null {
  if (head.length < 12) return null
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (head.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png'
  const start = head.toString('latin1', 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  return start.startsWith('ftyp', 4) ? kindOfBrands(head) : null
}

/** Returns the type of an image by its `ftyp` box: major brand, version, compatible brands. */
function kindOfBrands(head: Buffer): ImageKind | null {
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4))
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : null
}
