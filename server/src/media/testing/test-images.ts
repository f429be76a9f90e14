import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Returns random bytes, which cannot be compressed; the same seed gives the same bytes. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Returns an image with as many colours as a photo. */
export function photo(width: number, height: number, channels: 1 | 3 | 4 = 3): Sharp {
  return sharp(noise(width * height * channels), { raw: { width, height, channels } })
}

/** Returns an image with a different colour in each corner. */
export async function corners(width: number, height: number): Promise<Sharp> {
  const half = { width: width / 2, height: height / 2, channels: 3 as const }
  const quarter = async (background: string, left: number, top: number) => ({
    input: await sharp({ create: { ...half, background } })
      .png()
      .toBuffer(),
    left: left * half.width,
    top: top * half.height,
  })
  return sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    await quarter('#d02020', 0, 0),
    await quarter('#20b020', 1, 0),
    await quarter('#2030d0', 0, 1),
    await quarter('#e0c020', 1, 1),
  ])
}

/** Returns a PNG chunk with a correct checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns a PNG with these chunks; adds IHDR and IEND. */
export function png(
  { width, height, depth = 8, colour = 2, interlaced = false }: PngHeader,
  chunks: Buffer[],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

interface PngHeader {
  width: number
  height: number
  depth?: number
  colour?: number
  interlaced?: boolean
}

/** Returns the pixel chunk (IDAT) of a small black PNG. */
export function blackPixels(width: number, height: number): Buffer {
  return pngChunk('IDAT', deflateSync(Buffer.alloc((1 + 3 * width) * height)))
}

/** Returns compressed zeros; they have a thousandth of the given size. */
export function deflatedZeros(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes), { level: 9 })
}
