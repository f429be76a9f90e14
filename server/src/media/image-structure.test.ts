import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { convertImage } from './convert-image.ts'
import { sniffImage } from './sniff-image-kind.ts'
import { blackPixels, deflatedZeros, noise, photo, png, pngChunk } from './testing/test-images.ts'

const dir = mkdtempSync(join(tmpdir(), 'desk-images-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Returns the error code of a refused image, or `taken as …` for an accepted image. */
async function refusal(bytes: Buffer): Promise<string> {
  const input = join(dir, 'input')
  writeFileSync(input, bytes)
  return convertImage({ input, original: join(dir, 'original'), preview: join(dir, 'preview') }).then(
    ({ kind }) => `taken as ${kind}`,
    (error) => error.code ?? String(error),
  )
}

const KINDS = {
  jpeg: () => photo(64, 48).jpeg().toBuffer(),
  progressive: () => photo(64, 48).jpeg({ progressive: true }).toBuffer(),
  png: () => photo(64, 48).png().toBuffer(),
  webp: () => photo(64, 48).webp().toBuffer(),
  gif: () => photo(64, 48).gif().toBuffer(),
  avif: () => photo(64, 48).avif({ effort: 0 }).toBuffer(),
}
const each = Object.entries(KINDS)

test.each([
  ['text', Buffer.from('รูปภาพ.jpg สวัสดีครับ สวัสดีค่ะ')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'SVG after an XML declaration',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
  ['ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ['TIFF', Buffer.from('49492a00080000000000000000000000', 'hex')],
  ['BMP', Buffer.from('424d460000000000000036000000280000000200', 'hex')],
  ['MP4', Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom\0\0\0\0isommp42')])],
  ['nothing', Buffer.alloc(0)],
  ['noise', noise(5_000)],
])('does not recognize %s as an image', async (_name, bytes) => {
  expect(sniffImage(bytes)).toBeNull()
  expect(await refusal(bytes)).toBe('image_type_unsupported')
})

test('a HEIC image is distinguished from AVIF and refused', async () => {
  const heic = Buffer.concat([
    Buffer.from('0000001866747970', 'hex'),
    Buffer.from('heic\0\0\0\0mif1heic'),
    Buffer.from('00000008', 'hex'),
    Buffer.from('meta'),
  ])
  expect(sniffImage(heic)).toBe('heic')
  expect(await refusal(heic)).toBe('image_type_unsupported')
})

describe('truncated images', () => {
  test.each(each)('refuses a %s image that is cut at any offset', async (_kind, make) => {
    const whole = await make()
    expect(await refusal(whole)).toMatch(/^taken as/)
    for (let part = 1; part < 20; part += 1) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 20))
      // Skips cuts between two scans of a progressive JPEG: then every row exists, but with less detail.
      if (whole.readUInt8(cut.length) === 0xff && whole.readUInt8(cut.length + 1) !== 0) continue
      expect([part, await refusal(cut)]).toEqual([
        part,
        expect.stringMatching(/^image_(broken|type_unsupported)$/),
      ])
    }
  })
})

/** Functions that create images without missing pixels, which are truncated after the pixels. */
const endless: Record<string, () => Promise<Buffer>> = {
  'a JPEG without its end marker': async () => (await KINDS.jpeg()).subarray(0, -2),
  'a JPEG with half of its end marker': async () => (await KINDS.jpeg()).subarray(0, -1),
  'a progressive JPEG without its end marker': async () => (await KINDS.progressive()).subarray(0, -2),
  'a PNG without IEND': async () => (await KINDS.png()).subarray(0, -12),
  'a PNG with half of IEND': async () => (await KINDS.png()).subarray(0, -5),
  'a PNG cut in a text chunk after its pixels': async () =>
    Buffer.concat([(await KINDS.png()).subarray(0, -12), pngChunk('tEXt', noise(500)).subarray(0, 100)]),
  'a GIF without its trailer': async () => (await KINDS.gif()).subarray(0, -1),
  'a GIF cut in its second frame': async () => {
    const frames = await Promise.all(
      [1, 2].map((seed) =>
        photo(64, 48, 3)
          .linear(seed / 2, 0)
          .png()
          .toBuffer(),
      ),
    )
    return (
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer()
    ).subarray(0, -30)
  },
  'a WebP cut in metadata after its pixels': async () => {
    const exif = await photo(64, 48)
      .webp()
      .withExif({ IFD0: { Copyright: 'x'.repeat(200) } })
      .toBuffer()
    return exif.subarray(0, -100)
  },
}

/** Functions that create images with missing rows, but with an end marker. */
const JPEG_END = Buffer.from([0xff, 0xd9])
const ended: Record<string, (part: number) => Promise<Buffer>> = {
  'a JPEG': async (part) => endedJpeg(await KINDS.jpeg(), part),
  'a progressive JPEG': async (part) => endedJpeg(await KINDS.progressive(), part),
  'a PNG': async (part) => png({ width: 40, height: 40 }, [pngChunk('IDAT', await pngPart(part))]),
  'a GIF': async (part) => gifPart(part),
  'a WebP': async (part) => riffPart(await KINDS.webp(), part),
  'a lossless WebP': async (part) => riffPart(await photo(64, 48).webp({ lossless: true }).toBuffer(), part),
  'an AVIF': async (part) => avifPart(await KINDS.avif(), part),
}

const endedJpeg = (whole: Buffer, part: number) =>
  Buffer.concat([whole.subarray(0, Math.floor((whole.length - 2) * part)), JPEG_END])

async function pngPart(part: number): Promise<Buffer> {
  const pixels = deflateSync(noise(40 * 121))
  return pixels.subarray(0, Math.floor(pixels.length * part))
}

/** Returns a GIF with only a part of its pixels: complete sub-blocks, then terminator and trailer. */
async function gifPart(part: number): Promise<Buffer> {
  const gif = await photo(300, 200).gif().toBuffer()
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + table(gif[10] ?? 0)
  const skip = () => {
    while ((gif[at] ?? 0) > 0) at += 1 + (gif[at] ?? 0)
    at += 1
  }
  while (gif[at] === 0x21) {
    at += 2
    skip()
  }
  at += 11 + table(gif[at + 9] ?? 0)
  const blocks: number[] = []
  for (; (gif[at] ?? 0) > 0; at += 1 + (gif[at] ?? 0)) blocks.push(at)
  return Buffer.concat([gif.subarray(0, blocks[Math.floor(blocks.length * part)]), Buffer.from([0, 0x3b])])
}

function riffPart(whole: Buffer, part: number): Buffer {
  const cut = Buffer.from(whole.subarray(0, 2 * Math.floor((whole.length * part) / 2)))
  cut.writeUInt32LE(cut.length - 8, 4)
  cut.writeUInt32LE(cut.length - 20, 16)
  return cut
}

function avifPart(whole: Buffer, part: number): Buffer {
  const box = whole.indexOf('mdat') - 4
  const cut = Buffer.from(whole.subarray(0, box + 8 + Math.floor((whole.length - box - 8) * part)))
  cut.writeUInt32BE(cut.length - box, box)
  return cut
}

describe('images with missing rows', () => {
  test.each(Object.entries(endless))('accepts %s, because no pixels are missing', async (_, make) => {
    expect(await refusal(await make())).toMatch(/^taken as/)
  })

  test.each(Object.entries(ended))('refuses the first half of %s with an end marker', async (_, make) => {
    for (const part of [0.3, 0.5, 0.8])
      expect([part, await refusal(await make(part))]).toEqual([part, 'image_broken'])
  })
})

describe('images followed by other data', () => {
  const others = {
    HTML: Buffer.from('<html><script>alert(1)</script>'),
    PDF: Buffer.from('%PDF-1.4\n%%EOF'),
    ZIP: Buffer.from(`504b0304${'00'.repeat(26)}504b0506${'00'.repeat(18)}`, 'hex'),
    'a program': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  }
  const made = () =>
    ['original', 'preview']
      .map((name) => join(dir, name))
      .filter(existsSync)
      .map((file) => readFileSync(file))

  test.each(each)('no data that follows a %s image is served', async (_kind, make) => {
    const whole = await make()
    for (const bytes of Object.values(others)) {
      expect(await refusal(Buffer.concat([whole, bytes]))).toMatch(/^taken as/)
      for (const file of made()) expect(file.includes(bytes)).toBe(false)
    }
  })

  test('no C2PA metadata, which may contain an SVG logo, is served', async () => {
    const logo = Buffer.from(
      '<svg width="716" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h716v716H0z"/></svg>',
    )
    const box = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(8 + data.length)
      return Buffer.concat([length, Buffer.from(type), data])
    }
    const claim = box('jumb', box('bidb', Buffer.concat([Buffer.from('image/svg+xml\0'), logo])))
    const [jpeg, whole] = [await KINDS.jpeg(), await KINDS.png()]
    const segment = Buffer.concat([Buffer.from([0xff, 0xeb, 0, claim.length + 2]), claim])
    const lossy = await KINDS.webp()
    const chunk = Buffer.alloc(8)
    chunk.write('C2PA')
    chunk.writeUInt32LE(claim.length, 4)
    const webp = Buffer.concat([lossy, chunk, claim, Buffer.alloc(claim.length % 2)])
    webp.writeUInt32LE(webp.length - 8, 4)
    const gif = await KINDS.gif()
    const images = [
      Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]),
      Buffer.concat([whole.subarray(0, 33), pngChunk('caBX', claim), whole.subarray(33)]),
      webp,
      Buffer.concat([
        gif.subarray(0, -1),
        Buffer.from([0x21, 0xfe, claim.length]),
        claim,
        Buffer.from([0, 0x3b]),
      ]),
      Buffer.concat([await KINDS.avif(), box('uuid', claim)]),
    ]
    for (const [index, bytes] of images.entries()) {
      expect([index, await refusal(bytes)]).toEqual([index, expect.stringMatching(/^taken as/)])
      for (const file of made()) {
        expect(file.includes('svg')).toBe(false)
        const { exif, xmp, iptc, comments } = await sharp(file).metadata()
        expect({ exif, xmp, iptc, comments }).toEqual({})
      }
    }
  })
})

describe('images that are decompression bombs', () => {
  const zeros = pngChunk('IDAT', deflatedZeros(100_000))
  test.each([
    ['a PNG that declares 50,000 × 50,000 pixels', png({ width: 50_000, height: 50_000 }, [zeros])],
    ['a PNG that declares 2³¹-1 × 2³¹-1 pixels', png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, [zeros])],
    [
      'an interlaced PNG of 400 MB',
      png({ width: 7_000, height: 7_000, depth: 16, colour: 6, interlaced: true }, [zeros]),
    ],
    [
      'a GIF of 65,535 × 65,535',
      Buffer.from('474946383961ffffffff0000002c00000000ffffffff0002024401003b', 'hex'),
    ],
    [
      'a GIF of 4 × 4 with a frame of 255 × 30 far below it, up to which the decoder makes it larger',
      Buffer.from('474946383961040004000000002c000000ffff001e000002024401003b', 'hex'),
    ],
    [
      'a GIF of 4 × 4 with frames far below and far to the right of it',
      Buffer.from(
        [
          '47494638396104000400000000',
          '2c000000ff04000400000202440100',
          '2c00ff000004000400000202440100',
          '3b',
        ].join(''),
        'hex',
      ),
    ],
  ])('refuses %s for too many pixels', async (_name, bytes) => {
    expect(await refusal(bytes)).toBe('image_too_many_pixels')
  })

  test('a PNG with texts or profiles that inflate to a large size is refused', async () => {
    const bomb = deflatedZeros(64 * 1024 * 1024)
    for (const chunk of [
      pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), bomb])),
      pngChunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), bomb])),
      pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bomb])),
    ])
      expect(await refusal(png({ width: 4, height: 4 }, [chunk, blackPixels(4, 4)]))).toBe('image_too_costly')
    const many = Array.from({ length: 40 }, () =>
      pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflatedZeros(1024 * 1024)])),
    )
    expect(await refusal(png({ width: 4, height: 4 }, [...many, blackPixels(4, 4)]))).toBe('image_too_costly')
  })

  test('a PNG with many texts that are invalid only at their end is refused', async () => {
    const text = deflatedZeros(4 * 1024 * 1024)
    text[text.length - 1] = (text.at(-1) ?? 0) ^ 1
    const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), text]))
    const withTexts = (count: number) =>
      png({ width: 4, height: 4 }, [...Array.from({ length: count }, () => chunk), blackPixels(4, 4)])
    expect(await refusal(withTexts(1))).toBe('taken as png')
    expect(await refusal(withTexts(9))).toBe('image_too_costly')
  })

  test('a JPEG with a thousand scans is refused', async () => {
    const whole = await KINDS.progressive()
    const scan = whole.lastIndexOf(Buffer.from([0xff, 0xda]))
    const again = Array.from({ length: 1_000 }, () => whole.subarray(scan, -2))
    expect(await refusal(Buffer.concat([whole.subarray(0, -2), ...again, whole.subarray(-2)]))).toBe(
      'image_too_costly',
    )
  })
})

describe('images with false headers', () => {
  test('an image whose header declares more rows than it contains is refused', async () => {
    expect(await refusal(png({ width: 400, height: 4_000 }, [blackPixels(400, 4)]))).toBe('image_broken')
    const jpeg = Buffer.from(await KINDS.jpeg())
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(40_000, frame + 5)
    jpeg.writeUInt16BE(40_000, frame + 7)
    expect(await refusal(jpeg)).toBe('image_too_many_pixels')
  })

  test('images without width, pixels or header are refused', async () => {
    for (const bytes of [
      png({ width: 0, height: 9 }, [blackPixels(4, 4)]),
      png({ width: 4, height: 4 }, []),
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise(500)]),
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), noise(500)]),
      Buffer.from('ffd8ffd9'.padEnd(40, '0'), 'hex'),
      Buffer.concat([Buffer.from('RIFF\xff\xff\0\0WEBPVP8 ', 'latin1'), noise(500)]),
      Buffer.concat([Buffer.from('GIF89a\x04\0\x04\0\0\0\0', 'latin1'), noise(500)]),
    ])
      expect(await refusal(bytes)).toBe('image_broken')
  })

  test('an image whose first bytes belong to another image type is refused', async () => {
    const jpeg = await KINDS.jpeg()
    const asPng = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), jpeg])
    expect(await refusal(asPng)).toBe('image_broken')
    expect(
      await refusal(
        await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .tiff()
          .toBuffer(),
      ),
    ).toBe('image_type_unsupported')
  })
})
