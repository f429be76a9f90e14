import { inflateSync } from 'node:zlib'
import { ImageRefused } from './image-refusal.ts'
import type { ImageKind } from './sniff-image-kind.ts'

export interface ImageStructure {
  /** Width and height of the image; null when only the decoder can determine them (AVIF, HEIC). */
  size: { width: number; height: number } | null
  /** Memory in bytes for decoding the whole image at once; null when the decoder works row by row. */
  wholeBytes: number | null
  isAnimated: boolean
  /** Bytes to decode: without data after the image, and with an end marker if only that was missing. */
  image: Buffer
  gifFrame?: number
}

/** Maximum number of scans of a JPEG: the decoder processes the whole image for each (libjpeg's "scan bomb"). */
const MAX_SCANS = 64
/** Maximum size in bytes of a PNG's compressed texts and colour profile after inflating. */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024
/** Maximum compression ratio of the Deflate algorithm. */
const MOST_INFLATED = 1_032
/** Maximum number of blocks in a file. All blocks are read, though only the first frame of an animation is decoded. */
const MAX_BLOCKS = 100_000

/** Measured memory of libvips' decoders in bytes: per pixel, per JPEG coefficient, or per byte of a PNG. */
export const DECODER_BYTES = {
  gif: 8,
  webp: 8,
  avif: 16,
  avifAlpha: 4,
  avifDeep: 6,
  jpegCoefficient: 2,
  pngByte: 1.25,
} as const

const broken = (detail: string) => new ImageRefused('image_broken', detail)

/** Reads an image's structure and adds a missing end marker. Only the decoder checks rows. Throws ImageRefused. */
export function readStructure(kind: ImageKind, bytes: Buffer): ImageStructure {
  try {
    return WALKS[kind](bytes)
  } catch (error) {
    // A RangeError means that a length in the file points past its end.
    if (error instanceof RangeError) throw broken('cut off')
    throw error
  }
}

const WALKS: Record<ImageKind, (bytes: Buffer) => ImageStructure> = {
  jpeg: walkJpeg,
  png: walkPng,
  gif: walkGif,
  webp: walkWebp,
  avif: walkBoxes,
  heic: walkBoxes,
}

/** Frame markers of JPEG are C0 to CF, except DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function walkJpeg(bytes: Buffer): ImageStructure {
  let frame: Pick<ImageStructure, 'size' | 'wholeBytes'> | undefined
  let scans = 0
  let at = 2
  for (;;) {
    at = nextMarker(bytes, at)
    const marker = at < bytes.length ? bytes.readUInt8(at + 1) : null
    if (marker === null || marker === 0xd9) break
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) throw broken('a segment without length')
    if (at + 2 + length > bytes.length) throw broken('cut off')
    if (isFrame(marker)) {
      if (frame !== undefined) throw broken('two frames')
      frame = readFrame(bytes.subarray(at + 4, at + 2 + length), marker)
    }
    if (marker === 0xda) {
      scans += 1
      if (scans > MAX_SCANS) throw new ImageRefused('image_too_costly', 'too many scans')
    }
    at += 2 + length
  }
  if (frame === undefined || scans === 0) throw broken('it contains no image')
  // When there are several scans, the decoder keeps all coefficients in memory, as for a progressive image.
  const wholeBytes = scans > 1 ? frame.wholeBytes : null
  const isWhole = at < bytes.length
  const image = isWhole ? bytes.subarray(0, at + 2) : Buffer.concat([withoutFill(bytes), JPEG_END])
  return { ...frame, wholeBytes, isAnimated: false, image }
}

const JPEG_END = Buffer.from([0xff, 0xd9])

/** Removes fill bytes (FF) from the end of JPEG data, where a marker may follow. */
function withoutFill(bytes: Buffer): Buffer {
  let end = bytes.length
  while (bytes[end - 1] === 0xff) end -= 1
  return bytes.subarray(0, end)
}

/** Bytes that are appended to a JPEG as data; without 0xFF, which could start a marker. */
const FILLER = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 151 + 89) % 251))

/** Appends filler data to a JPEG. A decoder that has all rows ignores it, otherwise decodes it as missing rows. */
export function withMoreData(jpeg: Buffer): Buffer {
  return Buffer.concat([withoutFill(jpeg.subarray(0, -2)), FILLER, JPEG_END])
}

/** Returns the position of the next marker. Skips compressed data (stuffed FF 00, restart markers) and fill bytes. */
function nextMarker(bytes: Buffer, at: number): number {
  let found = bytes.indexOf(0xff, at)
  while (found !== -1 && found + 1 < bytes.length) {
    const next = bytes.readUInt8(found + 1)
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return found
    found = bytes.indexOf(0xff, found + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

function readFrame(frame: Buffer, marker: number) {
  const [height, width, components] = [frame.readUInt16BE(1), frame.readUInt16BE(3), frame.readUInt8(5)]
  if (marker > 0xc2) throw broken('a lossless, hierarchical or arithmetic frame')
  let samples = 0
  let most = 1
  for (let index = 0; index < components; index += 1) {
    const sampling = frame.readUInt8(7 + 3 * index)
    const own = (sampling >> 4) * (sampling & 15)
    samples += own
    most = Math.max(most, own)
  }
  return {
    size: sizeOf(width, height),
    wholeBytes: DECODER_BYTES.jpegCoefficient * width * height * (samples / most),
  }
}

function sizeOf(width: number, height: number): { width: number; height: number } {
  if (width === 0 || height === 0) throw broken('no width or height')
  return { width, height }
}

const PNG_CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function walkPng(bytes: Buffer): ImageStructure {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.readUInt32BE(8) !== 13) throw broken('no header')
  const size = sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  const channels = PNG_CHANNELS[bytes.readUInt8(25)]
  if (channels === undefined) throw broken('an unknown color type')
  const rowBytes = (size.width * channels * bytes.readUInt8(24)) / 8
  const wholeBytes = bytes.readUInt8(28) === 0 ? null : DECODER_BYTES.pngByte * rowBytes * size.height
  let isAnimated = false
  let hasPixels = false
  let inflated = 0
  let at = 8
  for (let count = 0; count < MAX_BLOCKS; count += 1) {
    const isCut = at + 8 > bytes.length
    const type = isCut ? '' : bytes.toString('latin1', at + 4, at + 8)
    const length = isCut ? 0 : bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (type === 'IEND' || end > bytes.length) {
      if (!hasPixels) throw broken('it contains no image')
      // A truncated pixel chunk is accepted here, because the decoder detects missing pixels.
      const isPartial = type === 'IDAT' || type === 'fdAT'
      return { size, wholeBytes, isAnimated, image: isPartial ? bytes : withPngEnd(bytes.subarray(0, at)) }
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'acTL') isAnimated = true
    const data = bytes.subarray(at + 8, at + 8 + length)
    inflated += inflatedBytes(type, data, MAX_INFLATED_BYTES - inflated)
    at = end
  }
  throw broken('too many chunks')
}

const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

const withPngEnd = (chunks: Buffer) => Buffer.concat([chunks, PNG_END])

function inflatedBytes(type: string, data: Buffer, limit: number): number {
  const compressed = compressedPart(type, data)
  if (compressed === null) return 0
  try {
    return inflateSync(compressed, { maxOutputLength: Math.max(1, limit) }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ImageRefused('image_too_costly', `${type} inflates beyond its limit`)
    // Unreadable texts are counted with the maximum size, because the decoder inflates them before skipping them.
    return Math.min(limit, compressed.length * MOST_INFLATED)
  }
}

/** Returns a chunk's compressed part; in iTXt, the part after the translated keyword (PNG 11.3.3, 11.3.4). */
function compressedPart(type: string, data: Buffer): Buffer | null {
  const keyword = data.indexOf(0)
  if (keyword === -1) return null
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(keyword + 2)
  if (type !== 'iTXt' || data[keyword + 1] !== 1) return null
  const language = data.indexOf(0, keyword + 3)
  const translation = language === -1 ? -1 : data.indexOf(0, language + 1)
  return translation === -1 ? null : data.subarray(translation + 1)
}

function walkGif(bytes: Buffer): ImageStructure {
  const size = sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let frames = 0
  let { width, height } = size
  let at = 13 + tableBytes(bytes.readUInt8(10))
  let gifFrame = 0
  // Returns the image up to `end`. Data after the first frame of a GIF is not decoded, so it may be truncated.
  const whole = (end: number): ImageStructure => {
    if (frames === 0) throw broken('it contains no image')
    const wholeBytes = DECODER_BYTES.gif * width * height
    return { size, wholeBytes, isAnimated: frames > 1, image: bytes.subarray(0, end), gifFrame }
  }
  for (let count = 0; count < MAX_BLOCKS; count += 1) {
    const block = at < bytes.length ? bytes.readUInt8(at) : 0x3b
    if (block === 0x3b) return whole(at + 1)
    if (frames > 0 && !isWholeBlock(bytes, at)) return whole(at)
    if (block === 0x2c) {
      frames += 1
      if (frames === 1) gifFrame = at
      // Like the decoder, enlarges the canvas when the frame does not fit into the size of the header.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = endOfSubBlocks(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)))
    } else if (block === 0x21) at = endOfSubBlocks(bytes, at + 2)
    else throw broken('an unknown block')
  }
  throw broken('too many blocks')
}

function isWholeBlock(bytes: Buffer, at: number): boolean {
  try {
    const flags = bytes.readUInt8(at) === 0x2c ? bytes.readUInt8(at + 9) : 0
    const start =
      bytes.readUInt8(at) === 0x2c ? at + 11 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0) : at + 2
    return endOfSubBlocks(bytes, start) <= bytes.length
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function endOfSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
  return at + 1
}

function walkWebp(bytes: Buffer): ImageStructure {
  const claimedBytes = 8 + bytes.readUInt32LE(4)
  const end = Math.min(claimedBytes, bytes.length)
  let size: { width: number; height: number } | undefined
  let isAnimated = false
  let hasPixels = false
  let at = 12
  while (at + 8 <= end) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > end) {
      // Metadata after the pixels may be truncated.
      if (!hasPixels) throw broken('a chunk is longer than the file')
      break
    }
    size ??= sizeOfWebp(type, bytes, at + 8)
    if (type === 'ANIM' || type === 'ANMF') isAnimated = true
    if (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') hasPixels = true
    at += 8 + length + (length % 2)
  }
  if (size === undefined || !hasPixels) throw broken('it contains no image')
  const image =
    Math.min(at, claimedBytes) === claimedBytes && claimedBytes <= bytes.length
      ? bytes.subarray(0, claimedBytes)
      : withRiffSize(bytes, at)
  return { size, wholeBytes: DECODER_BYTES.webp * size.width * size.height, isAnimated, image }
}

function withRiffSize(bytes: Buffer, end: number): Buffer {
  const image = Buffer.alloc(end)
  bytes.copy(image, 0, 0, end)
  image.writeUInt32LE(end - 8, 4)
  return image
}

function sizeOfWebp(type: string, bytes: Buffer, at: number): { width: number; height: number } | undefined {
  if (type === 'VP8X')
    return { width: bytes.readUIntLE(at + 4, 3) + 1, height: bytes.readUIntLE(at + 7, 3) + 1 }
  if (type === 'VP8 ') return sizeOf(bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff)
  if (type !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(at + 1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Walks the boxes of an ISO base media file (AVIF, HEIC). Only the decoder checks pixels and size. */
function walkBoxes(bytes: Buffer): ImageStructure {
  const types: string[] = []
  let at = 0
  while (at + 8 <= bytes.length && types.length < MAX_BLOCKS) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    // An invalid box name means that the image has ended and other data follows.
    if (!/^[\w -]{4}$/.test(type)) break
    let length = bytes.readUInt32BE(at)
    if (length === 1) length = Number(bytes.readBigUInt64BE(at + 8))
    else if (length === 0) length = bytes.length - at
    if (length < 8 || at + length > bytes.length) {
      // Metadata after the pixels may be truncated.
      if (!types.includes('meta') || !types.includes('mdat') || type === 'mdat') throw broken('cut off')
      break
    }
    types.push(type)
    at += length
  }
  if (!types.includes('meta') && !types.includes('moov')) throw broken('it contains no image')
  return { size: null, wholeBytes: null, isAnimated: types.includes('moov'), image: bytes.subarray(0, at) }
}
