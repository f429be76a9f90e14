import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { convertImage } from './convert-image.ts'
import { MAX_ORIGINAL_BYTES, MAX_PREVIEW_BYTES } from './image-limits.ts'
import { corners, noise, photo } from './testing/test-images.ts'

const dir = mkdtempSync(join(tmpdir(), 'desk-images-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function convert(bytes: Buffer) {
  const input = join(dir, 'input')
  writeFileSync(input, bytes)
  const [original, preview] = [join(dir, 'original'), join(dir, 'preview')]
  const converted = await convertImage({ input, original, preview })
  return { ...converted, pixels: readFileSync(original) }
}

/** Returns red, green and blue of the pixel at relative coordinates between 0 and 1. */
async function colourAt(image: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

const near = (colour: number[]) => colour.map((value) => Math.round(value / 96))

describe('conversion of images to JPEG or PNG', () => {
  const size = { width: 600, height: 400 }
  test.each([
    ['jpeg', 'image/jpeg', () => photo(600, 400).jpeg()],
    ['jpeg', 'image/jpeg', () => photo(600, 400).jpeg({ progressive: true })],
    ['png', 'image/jpeg', () => photo(600, 400).png()],
    ['png', 'image/jpeg', () => photo(600, 400).png({ progressive: true })],
    ['webp', 'image/jpeg', () => photo(600, 400).webp()],
    ['webp', 'image/jpeg', () => photo(600, 400).webp({ lossless: true })],
    ['avif', 'image/jpeg', () => photo(600, 400).avif({ effort: 0 })],
    ['gif', 'image/png', () => photo(600, 400).gif({ effort: 1 })],
    ['png', 'image/jpeg', () => photo(600, 400, 1).toColourspace('b-w').png()],
    ['jpeg', 'image/jpeg', () => photo(600, 400, 1).toColourspace('b-w').jpeg()],
    ['png', 'image/jpeg', () => photo(600, 400).toColourspace('rgb16').png()],
    ['jpeg', 'image/jpeg', () => photo(600, 400).toColourspace('cmyk').jpeg()],
  ] as const)('converts an image of type %s to %s', async (kind, contentType, make) => {
    const { pixels, original, preview, ...rest } = await convert(await make().toBuffer())
    expect(rest).toEqual({ kind, notes: [] })
    expect(original).toMatchObject({ ...size, contentType, bytes: pixels.length })
    expect(preview).toBeNull()
    const found = await sharp(pixels).metadata()
    expect(found).toMatchObject({ ...size, depth: 'uchar' })
    expect(['srgb', 'b-w']).toContain(found.space)
  })

  test('images with transparency or few colours become PNG', async () => {
    const clear = { create: { width: 60, height: 40, channels: 4 as const, background: '#ff000080' } }
    for (const make of [
      sharp(clear).png(),
      sharp(clear).webp(),
      sharp(clear).avif(),
      sharp(clear).toColourspace('rgb16').png(),
      sharp(clear).toColourspace('b-w').png(),
      photo(60, 40, 4).png(),
    ]) {
      const { pixels, original } = await convert(await make.toBuffer())
      expect(original.contentType).toBe('image/png')
      expect((await sharp(pixels).metadata()).hasAlpha).toBe(true)
    }
    const drawn = await convert(await (await corners(600, 400)).png().toBuffer())
    expect(drawn.original.contentType).toBe('image/png')
    for (const make of [photo(60, 40), photo(60, 40).toColourspace('rgb16')]) {
      const opaque = await convert(await make.ensureAlpha().png().toBuffer())
      expect(opaque.original.contentType).toBe('image/jpeg')
    }
  })

  test('the conversion preserves the colours of CMYK and 16-bit images', async () => {
    const red = { create: { width: 60, height: 40, channels: 3 as const, background: '#d02020' } }
    for (const make of [sharp(red).toColourspace('cmyk').jpeg(), sharp(red).toColourspace('rgb16').png()]) {
      const { pixels } = await convert(await make.toBuffer())
      expect(near(await colourAt(pixels, 0.5, 0.5))).toEqual(near([0xd0, 0x20, 0x20]))
    }
  })

  test('an image with an embedded colour profile is converted to sRGB', async () => {
    const p3 = await (await corners(64, 64)).jpeg({ quality: 100 }).withIccProfile('p3').toBuffer()
    const { pixels } = await convert(p3)
    expect((await sharp(pixels).metadata()).icc).toBeUndefined()
    expect(near(await colourAt(pixels, 0.2, 0.2))).toEqual(near([0xd0, 0x20, 0x20]))
  })
})

describe('camera metadata of converted images', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('the conversion applies EXIF orientation %i', async (orientation) => {
    for (const make of [(await corners(320, 200)).jpeg(), (await corners(320, 200)).png()]) {
      const stored = await make.withMetadata({ orientation }).toBuffer()
      const upright = await sharp(stored).autoOrient().png().toBuffer()
      const { pixels, original } = await convert(stored)
      const { width, height } = await sharp(upright).metadata()
      expect([original.width, original.height]).toEqual([width, height])
      for (const [x, y] of [
        [0.2, 0.2],
        [0.8, 0.2],
        [0.2, 0.8],
        [0.8, 0.8],
      ] as const)
        expect(near(await colourAt(pixels, x, y))).toEqual(near(await colourAt(upright, x, y)))
    }
  })

  test('the conversion removes all image metadata, including the location', async () => {
    const stored = await photo(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'กิตติ' }, IFD3: { GPSLatitude: '13/1 45/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toBuffer()
    expect((await sharp(stored).metadata()).exif).toBeDefined()
    const { pixels } = await convert(stored)
    const { exif, xmp, iptc, icc, orientation } = await sharp(pixels).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect(pixels.includes('Exif')).toBe(false)
  })

  test('converting the same image twice produces identical files', async () => {
    const stored = await photo(60, 40).jpeg().toBuffer()
    expect((await convert(stored)).original.sha256).toBe((await convert(stored)).original.sha256)
  })
})

describe('an animated image is converted to its first frame and reported as animated', () => {
  const frames = ['#d02020', '#20b020'].map((background) => ({
    create: { width: 40, height: 30, channels: 3 as const, background },
  }))
  const joined = async () => {
    const inputs = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
    return sharp(inputs, { join: { animated: true } })
  }
  test.each([
    ['gif', async () => (await joined()).gif().toBuffer()],
    ['webp', async () => (await joined()).webp({ lossless: true }).toBuffer()],
  ] as const)('converts an animated %s image', async (kind, make) => {
    const converted = await convert(await make())
    expect(converted).toMatchObject({ kind, notes: ['animated_first_frame'] })
    expect(converted.original).toMatchObject({ width: 40, height: 30 })
    expect(near(await colourAt(converted.pixels, 0.5, 0.5))).toEqual(near([0xd0, 0x20, 0x20]))
  })

  test('the conversion does not report a GIF with one frame as animated', async () => {
    expect((await convert(await sharp(frames[0]).gif().toBuffer())).notes).toEqual([])
  })
})

describe('image limits of LINE', () => {
  test('a transparent image of noise is shrunk to 10 MB, and its preview to 1 MB', {
    timeout: 60_000,
  }, async () => {
    const big = await photo(2_000, 1_900, 4).webp({ quality: 60, alphaQuality: 60, effort: 0 }).toBuffer()
    const { original, preview, notes } = await convert(big)
    expect(original.contentType).toBe('image/png')
    expect(original.bytes).toBeLessThanOrEqual(MAX_ORIGINAL_BYTES)
    expect(original.bytes).toBeGreaterThan(MAX_ORIGINAL_BYTES / 3)
    expect(original.width / original.height).toBeCloseTo(2_000 / 1_900, 2)
    expect(preview?.bytes).toBeLessThanOrEqual(MAX_PREVIEW_BYTES)
    expect(notes).toEqual(['made_smaller'])
  })

  test('a 48-megapixel image is shrunk to 12 megapixels, and its preview to 720 pixels', {
    timeout: 60_000,
  }, async () => {
    const large = { create: { width: 8_064, height: 6_048, channels: 3 as const, background: '#345' } }
    const { original, preview, notes } = await convert(
      await sharp(large).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    )
    expect(original.width * original.height).toBeLessThanOrEqual(12_510_000)
    expect(original.height).toBeGreaterThan(4_000)
    expect([preview?.width, preview?.height]).toEqual([540, 720])
    expect(notes).toEqual(['made_smaller'])
  })

  const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: channels === 3 ? '#345' : '#34567880' } })
  const codeOf = (outcome: Promise<unknown>) =>
    outcome.then(
      () => 'converted',
      (error) => error.code,
    )

  test.each([
    ['WebP as large as a screen of 4K', 'converted', () => flat(3_840, 2_160).webp({ effort: 0 })],
    ['a line of pixels', 'image_too_many_pixels', () => flat(1, 70_000).png()],
    ['a larger WebP', 'image_too_many_pixels', () => flat(4_300, 3_000).webp({ effort: 0 })],
    ['a larger GIF', 'image_too_many_pixels', () => flat(4_300, 3_000).gif({ effort: 1 })],
    ['AVIF of 4.6 megapixels', 'converted', () => flat(2_300, 2_000).avif({ effort: 0 })],
    ['AVIF of 5', 'image_too_many_pixels', () => flat(2_500, 2_000).avif({ effort: 0 })],
    [
      'AVIF of 4.6 with transparency',
      'image_too_many_pixels',
      () => flat(2_300, 2_000, 4).avif({ effort: 0 }),
    ],
    [
      'AVIF of 3.6 with 10 bits',
      'image_too_many_pixels',
      () => flat(2_000, 1_800).avif({ effort: 0, bitdepth: 10 }),
    ],
    ['progressive JPEG of 12, turned', 'converted', () => turned(4_032, 3_024)],
    ['progressive JPEG of 20, turned', 'image_too_many_pixels', () => turned(5_000, 4_000)],
  ] as const)(
    'image %s: %s because of the memory that its decoder needs',
    { timeout: 60_000 },
    async (_, code, make) => {
      expect(await codeOf(convert(await make().toBuffer()))).toBe(code)
    },
  )

  const turned = (width: number, height: number) =>
    flat(width, height).jpeg({ progressive: true }).withMetadata({ orientation: 6 })

  test.each([
    [1, 1],
    [1, 20_000],
    [20_000, 1],
    [1_080, 11_000],
    [2, 3],
  ])('converts an image of %i × %i pixels', async (width, height) => {
    const flat = { create: { width, height, channels: 3 as const, background: '#345' } }
    const { original, preview } = await convert(await sharp(flat).png().toBuffer())
    expect(original.width).toBe(Math.min(width, 16_383))
    expect(original.height).toBe(Math.min(height, 16_383))
    const small = preview ?? original
    expect(Math.max(small.width, small.height)).toBeLessThanOrEqual(720)
    expect(Math.min(small.width, small.height)).toBeGreaterThanOrEqual(1)
  })

  test('the conversion ignores data after the image', async () => {
    const stored = await photo(60, 40).jpeg().toBuffer()
    const { original } = await convert(stored)
    for (const behind of [Buffer.alloc(100), stored, noise(10_000)])
      expect((await convert(Buffer.concat([stored, behind]))).original.sha256).toBe(original.sha256)
  })
})
