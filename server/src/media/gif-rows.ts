import { ImageRefused } from './image-refusal.ts'

const MAX_CODES = 4_096

/** Throws `image_broken` when a GIF ends before its last row, which the decoder does not report. */
export function requireGifRows(bytes: Buffer, at: number): void {
  const [width, height] = [bytes.readUInt16LE(at + 5), bytes.readUInt16LE(at + 7)]
  const flags = bytes.readUInt8(at + 9)
  const data = at + 10 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  if (countPixels(bytes, data, width * height) <= width * (height - 1))
    throw new ImageRefused('image_broken', 'the GIF lacks rows')
}

/** Counts the pixels in LZW data (GIF89a, appendix F), up to about `limit`, without decoding their colours. */
function countPixels(bytes: Buffer, start: number, limit: number): number {
  const codeBits = bytes.readUInt8(start)
  if (codeBits < 1 || codeBits > 11) return 0
  const clear = 1 << codeBits
  const lengths = new Uint16Array(MAX_CODES).fill(1, 0, clear)
  let [bits, next, previous, pixels] = [codeBits + 1, clear + 2, -1, 0]
  for (const code of codesOf(bytes, start + 1, () => bits)) {
    if (code === clear) {
      ;[bits, next, previous] = [codeBits + 1, clear + 2, -1]
      continue
    }
    if (code === clear + 1 || code > next || pixels >= limit) break
    const added = previous === -1 ? 0 : (lengths[previous] ?? 0) + 1
    pixels += code < next ? (lengths[code] ?? 0) : added
    if (previous !== -1 && next < MAX_CODES) {
      lengths[next] = added
      next += 1
      if (next === 1 << bits && bits < 12) bits += 1
    }
    previous = code
  }
  return pixels
}

/** Yields the LZW codes in the sub-blocks of a GIF. `bits` returns the length of the next code. */
function* codesOf(bytes: Buffer, start: number, bits: () => number): Generator<number, void, undefined> {
  let [held, count] = [0, 0]
  for (let at = start; ; ) {
    const length = bytes.readUInt8(at)
    if (length === 0) return
    for (let index = 1; index <= length; index += 1) {
      held |= bytes.readUInt8(at + index) << count
      count += 8
      for (let wanted = bits(); count >= wanted; wanted = bits()) {
        const code = held & ((1 << wanted) - 1)
        held >>>= wanted
        count -= wanted
        yield code
      }
    }
    at += 1 + length
  }
}
