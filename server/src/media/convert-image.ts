import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { UPLOAD_NOTES } from 'shared/contract/media/upload.call.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { requireGifRows } from './gif-rows.ts'
import {
  MAX_EDGE,
  MAX_ORIGINAL_BYTES,
  MAX_PIXELS,
  MAX_PREVIEW_BYTES,
  MAX_WHOLE_BYTES,
  ORIGINAL_EDGE,
  ORIGINAL_PIXELS,
  PREVIEW_EDGE,
} from './image-limits.ts'
import { ImageRefused } from './image-refusal.ts'
import { DECODER_BYTES, type ImageStructure, readStructure, withMoreData } from './image-structure.ts'
import { type ImageKind, SNIFFED_BYTES, sniffImage } from './sniff-image-kind.ts'

export interface ImageJob {
  input: string
  original: string
  preview: string
}

/** Converted image file: upright, in sRGB, and without metadata. */
export interface ImageFile extends ImageInfo {
  path: string
}

interface ImageInfo {
  contentType: 'image/jpeg' | 'image/png'
  bytes: number
  width: number
  height: number
  sha256: string
}

type ImageNote = (typeof UPLOAD_NOTES)[number]

export interface ConvertedImage {
  kind: ImageKind
  original: ImageFile
  /** Preview of the image; the same file as `original` when that is small enough. */
  preview: ImageFile
  notes: ImageNote[]
}

export interface Conversion extends Pick<ConvertedImage, 'kind' | 'notes'> {
  original: ImageInfo
  /** Preview of the image; null when the original is small enough to be its own preview. */
  preview: ImageInfo | null
}

type Size = { width: number; height: number }

/** Converts an image. Must run in a separate process, because image decoders are native code. Throws ImageRefused. */
export async function convertImage(job: ImageJob): Promise<Conversion> {
  const bytes = await readFile(job.input)
  const kind = sniffImage(bytes.subarray(0, SNIFFED_BYTES))
  if (kind === null) throw new ImageRefused('image_type_unsupported', 'no picture')
  const structure = readStructure(kind, bytes)
  refuseTooLarge(structure.size, structure.wholeBytes)
  if (structure.gifFrame !== undefined) requireGifRows(structure.image, structure.gifFrame)
  // HEIC is refused, because patents keep HEVC decoding out of the prebuilt libvips.
  if (kind === 'heic') throw new ImageRefused('image_type_unsupported', 'HEIC')
  try {
    // A progressive JPEG is first decoded with warnings as errors, because its decoder warns early of missing rows.
    const isProgressive = kind === 'jpeg' && structure.wholeBytes !== null
    return await decode(kind, structure, job, isProgressive ? 'warning' : 'error').catch((error: unknown) => {
      if (!isProgressive || error instanceof ImageRefused || MISSING_ROWS.test(String(error))) throw error
      return decode(kind, structure, job, 'error')
    })
  } catch (error) {
    if (error instanceof ImageRefused) throw error
    throw new ImageRefused('image_broken', error instanceof Error ? error.message : String(error))
  }
}

function refuseTooLarge(size: Size | null, wholeBytes: number | null): void {
  const { width, height } = size ?? { width: 0, height: 0 }
  const isTooLong = Math.max(width, height) > MAX_EDGE
  if (isTooLong || width * height > MAX_PIXELS || (wholeBytes ?? 0) > MAX_WHOLE_BYTES)
    throw new ImageRefused('image_too_many_pixels', `${width} × ${height}`)
}

async function decode(
  kind: ImageKind,
  { image: bytes, isAnimated, wholeBytes }: ImageStructure,
  to: Pick<ImageJob, 'original' | 'preview'>,
  failOn: 'warning' | 'error',
): Promise<Conversion> {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true })
  const metadata = await open().metadata()
  const { width, height, channels, hasAlpha, orientation = 1, isPalette } = metadata
  // The file does not tell the decoded size of an AVIF, so it is computed. Rotation needs memory for a second copy.
  const decodedBytes = kind === 'avif' ? avifBytes(metadata) : (wholeBytes ?? 0)
  refuseTooLarge({ width, height }, decodedBytes + turnedBytes(metadata))
  if (kind === 'jpeg' && wholeBytes === null) await requireJpegRows(bytes)
  const hasFewColours =
    kind !== 'jpeg' &&
    (isPalette || (await hasAtMost(channels < 3 ? FEW_GREYS : FEW_COLOURS, open(), { width, height })))
  const scale = Math.min(
    1,
    Math.sqrt(ORIGINAL_PIXELS / (width * height)),
    ORIGINAL_EDGE / Math.max(width, height),
  )
  const wanted = scaled({ width, height }, scale)
  const isTransparent = hasAlpha && (await hasTransparency(resized(open(), wanted)))
  const asPng = isTransparent || hasFewColours
  // The image is shrunk before it is rotated, because rotation loads the whole image into memory.
  const make = (size: Size) => {
    const image = upright(resized(open(), size), orientation)
    return isTransparent ? image : image.removeAlpha()
  }
  const { data, ...original } = await fit(to.original, MAX_ORIGINAL_BYTES, asPng, wanted, make)
  const notes: ImageNote[] = []
  if (isAnimated) notes.push('animated_first_frame')
  if (original.width * original.height < width * height) notes.push('made_smaller')
  const shrunk = PREVIEW_EDGE / Math.max(original.width, original.height)
  if (shrunk >= 1 && original.bytes <= MAX_PREVIEW_BYTES) return { kind, original, preview: null, notes }
  const small = scaled(original, Math.min(1, shrunk))
  const { data: _, ...preview } = await fit(to.preview, MAX_PREVIEW_BYTES, asPng, small, (size) =>
    resized(sharp(data), size),
  )
  return { kind, original, preview, notes }
}

/**
 * Throws when a JPEG lacks rows, which the decoder fills in silently. The JPEG is decoded again with filler data
 * appended; the output is the same only if no row is missing. An eighth of the size is enough for this check.
 */
async function requireJpegRows(jpeg: Buffer): Promise<void> {
  const decoded = async (bytes: Buffer) => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none', sequentialRead: true })
    const data = await resized(image, scaled(await image.metadata(), 1 / 8))
      .raw()
      .toBuffer()
    return createHash('sha256').update(data).digest('hex')
  }
  if ((await decoded(jpeg)) !== (await decoded(withMoreData(jpeg))))
    throw new ImageRefused('image_broken', 'the JPEG lacks rows')
}

/** Warnings of libjpeg about missing rows; its other warnings are harmless. */
const MISSING_ROWS = /premature end|instead of RST/

function avifBytes({ width, height, hasAlpha, bitsPerSample = 8 }: Metadata): number {
  const { avif, avifAlpha, avifDeep } = DECODER_BYTES
  return width * height * (avif + (hasAlpha ? avifAlpha : 0) + (bitsPerSample > 8 ? avifDeep : 0))
}

function turnedBytes({ width, height, hasAlpha, orientation = 1 }: Metadata): number {
  const isTurned = (ORIENTATIONS[orientation]?.degrees ?? 0) !== 0
  return isTurned ? Math.min(width * height, ORIGINAL_PIXELS) * (hasAlpha ? 4 : 3) : 0
}

async function fit(
  path: string,
  maxBytes: number,
  asPng: boolean,
  wanted: Size,
  make: (size: Size) => Sharp,
): Promise<ImageInfo & { data: Buffer }> {
  let size = wanted
  for (;;) {
    const srgb = make(size).toColourspace('srgb')
    const encoded = asPng ? srgb.png() : srgb.jpeg({ quality: 85, optimiseCoding: false })
    // The output is written to a file, because it may be far too large for memory.
    const { size: bytes, width, height } = await encoded.toFile(path)
    if (bytes <= maxBytes) {
      const data = await readFile(path)
      return {
        contentType: asPng ? 'image/png' : 'image/jpeg',
        bytes,
        width,
        height,
        sha256: createHash('sha256').update(data).digest('hex'),
        data,
      }
    }
    size = scaled(size, Math.min(0.9, 0.95 * Math.sqrt(maxBytes / bytes)))
  }
}

function scaled({ width, height }: Size, by: number): Size {
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

function resized(image: Sharp, { width, height }: Size): Sharp {
  return image.resize({ width, height, fit: 'fill' })
}

/** Transformations for EXIF orientations (EXIF 4.6.4 A): first mirror, then rotate clockwise. */
const ORIENTATIONS: Record<number, { isMirrored: boolean; degrees: number }> = {
  2: { isMirrored: true, degrees: 0 },
  3: { isMirrored: false, degrees: 180 },
  4: { isMirrored: true, degrees: 180 },
  5: { isMirrored: true, degrees: 270 },
  6: { isMirrored: false, degrees: 90 },
  7: { isMirrored: true, degrees: 90 },
  8: { isMirrored: false, degrees: 270 },
}

function upright(image: Sharp, orientation: number): Sharp {
  const { isMirrored, degrees } = ORIENTATIONS[orientation] ?? { isMirrored: false, degrees: 0 }
  const mirrored = isMirrored ? image.flop() : image
  return degrees === 0 ? mirrored : mirrored.rotate(degrees)
}

/** Reads the resized alpha channel row by row, because libvips' own statistics load the whole image into memory. */
async function hasTransparency(image: Sharp): Promise<boolean> {
  const alpha = await image.extractChannel('alpha').raw().toBuffer()
  return alpha.some((value) => value < 255)
}

/** Maximum number of colours of an image that becomes a PNG (drawing, screenshot, QR code), since JPEG blurs edges. */
const FEW_COLOURS = 256
const FEW_GREYS = 32
const SAMPLED_EDGE = 256

async function hasAtMost(few: number, image: Sharp, { width, height }: Size): Promise<boolean> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .resize({
      width: Math.min(width, SAMPLED_EDGE),
      height: Math.min(height, SAMPLED_EDGE),
      fit: 'fill',
      kernel: 'nearest',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Set<number>()
  for (let at = 0; at < data.length; at += info.channels) {
    colours.add(data.readUIntBE(at, Math.min(3, info.channels)))
    if (colours.size > few) return false
  }
  return true
}
