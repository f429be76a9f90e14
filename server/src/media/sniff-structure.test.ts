import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { convertImage } from './convert-image.ts'
import { sniffImage } from './sniff.ts'
import { blackPixels, deflatedZeros, noise, photo, png, pngChunk } from './testing/pictures.ts'

const dir = mkdtempSync(join(tmpdir(), 'desk-images-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** The code by which it is refused; what else happens. */
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
  ['SVG behind an XML head', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
  ['ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ['TIFF', Buffer.from('49492a00080000000000000000000000', 'hex')],
  ['BMP', Buffer.from('424d460000000000000036000000280000000200', 'hex')],
  ['MP4', Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom\0\0\0\0isommp42')])],
  ['nothing', Buffer.alloc(0)],
  ['noise', noise(5_000)],
])('%s is no picture', async (_name, bytes) => {
  expect(sniffImage(bytes)).toBeNull()
  expect(await refusal(bytes)).toBe('image_type_unsupported')
})

test('HEIC is told from AVIF, and refused', async () => {
  const heic = Buffer.concat([
    Buffer.from('0000001866747970', 'hex'),
    Buffer.from('heic\0\0\0\0mif1heic'),
    Buffer.from('00000008', 'hex'),
    Buffer.from('meta'),
  ])
  expect(sniffImage(heic)).toBe('heic')
  expect(await refusal(heic)).toBe('image_type_unsupported')
})

describe('cut off', () => {
  test.each(each)('%s, at any place', async (_kind, make) => {
    const whole = await make()
    expect(await refusal(whole)).toMatch(/^taken as/)
    for (let part = 1; part < 20; part += 1) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 20))
      expect([part, await refusal(cut)]).toEqual([
        part,
        expect.stringMatching(/^image_(broken|type_unsupported)$/),
      ])
    }
    expect(await refusal(whole.subarray(0, -1))).toBe('image_broken')
  })
})

describe('a picture and something else', () => {
  const hidden = {
    HTML: Buffer.from('<html><script>alert(1)</script>'),
    PHP: Buffer.from('<?php system($_GET[0]);'),
    PDF: Buffer.from('%PDF-1.4\n%%EOF'),
    SVG: Buffer.from('<svg onload=alert(1)>'),
    ZIP: Buffer.from(`504b0304${'00'.repeat(26)}504b0506${'00'.repeat(18)}`, 'hex'),
    'a ZIP with a comment': Buffer.from(`504b0506${'00'.repeat(16)}0400ffd9ffd9`, 'hex'),
    'a program': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  }
  test.each(each)('behind a %s', async (_kind, make) => {
    const whole = await make()
    for (const [name, bytes] of Object.entries(hidden))
      expect([name, await refusal(Buffer.concat([whole, bytes]))]).toEqual([name, 'image_hides_data'])
  })

  test('inside: a comment of a JPEG, a text of a PNG, a comment of a GIF', async () => {
    const script = Buffer.from('*/<script>alert(1)</script>/*')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script])
    const jpeg = await KINDS.jpeg()
    const gif = await KINDS.gif()
    const table = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
    const gifComment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), script, Buffer.alloc(1)])
    for (const bytes of [
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      png({ width: 4, height: 4 }, [
        pngChunk('tEXt', Buffer.concat([Buffer.from('a\0'), script])),
        blackPixels(4, 4),
      ]),
      Buffer.concat([gif.subarray(0, table), gifComment, gif.subarray(table)]),
    ])
      expect(await refusal(bytes)).toBe('image_hides_data')
  })

  test('headers that are JavaScript', async () => {
    const jpeg = await KINDS.jpeg()
    const filler = Buffer.alloc(0x2f2a - 16)
    const script = Buffer.concat([
      jpeg.subarray(0, 4),
      Buffer.from('/*'),
      jpeg.subarray(6, 20),
      filler,
      jpeg.subarray(20),
    ])
    expect(await refusal(script)).toBe('image_hides_data')
    const gif = Buffer.from(await KINDS.gif())
    gif.write('/*', 6)
    expect(await refusal(gif)).toBe('image_hides_data')
  })
})

describe('bombs', () => {
  const zeros = pngChunk('IDAT', deflatedZeros(100_000))
  test.each([
    ['a PNG that says 50,000 × 50,000', png({ width: 50_000, height: 50_000 }, [zeros])],
    ['a PNG that says 2³¹-1 × 2³¹-1', png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, [zeros])],
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
      'a GIF of 4 × 4 with frames far below it and far beside it',
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
  ])('%s has too many pixels', async (_name, bytes) => {
    expect(await refusal(bytes)).toBe('image_too_many_pixels')
  })

  test('texts and profiles of a PNG that inflate', async () => {
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

  test('many texts of a PNG that turn out broken at their end', async () => {
    const text = deflatedZeros(4 * 1024 * 1024)
    text[text.length - 1] = (text.at(-1) ?? 0) ^ 1
    const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), text]))
    const withTexts = (count: number) =>
      png({ width: 4, height: 4 }, [...Array.from({ length: count }, () => chunk), blackPixels(4, 4)])
    expect(await refusal(withTexts(1))).toBe('taken as png')
    expect(await refusal(withTexts(9))).toBe('image_too_costly')
  })

  test('a JPEG of a thousand scans', async () => {
    const whole = await KINDS.progressive()
    const scan = whole.lastIndexOf(Buffer.from([0xff, 0xda]))
    const again = Array.from({ length: 1_000 }, () => whole.subarray(scan, -2))
    expect(await refusal(Buffer.concat([whole.subarray(0, -2), ...again, whole.subarray(-2)]))).toBe(
      'image_too_costly',
    )
  })
})

describe('headers that lie', () => {
  test('more rows than there are pixels', async () => {
    expect(await refusal(png({ width: 400, height: 4_000 }, [blackPixels(400, 4)]))).toBe('image_broken')
    const jpeg = Buffer.from(await KINDS.jpeg())
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(40_000, frame + 5)
    jpeg.writeUInt16BE(40_000, frame + 7)
    expect(await refusal(jpeg)).toBe('image_too_many_pixels')
  })

  test('no width, no pixels, no header', async () => {
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

  test('a kind in the clothes of another', async () => {
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
