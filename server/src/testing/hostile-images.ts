import sharp from 'sharp'
import type { SeededRandom } from '../demo/seeded-random.ts'
import { blackPixels, deflatedZeros, photo, png, pngChunk } from '../media/testing/test-images.ts'

interface HostileImage {
  what: string
  bytes: Buffer
}

type BuildImage = (seededRandom: SeededRandom) => Buffer

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
const HIDDEN = [
  '<html><script>alert(1)</script>',
  '<?php system($_GET[0]);',
  '%PDF-1.7\n%%EOF',
  '<svg onload=alert(1)>',
  `PK\x03\x04${'\0'.repeat(26)}PK\x05\x06${'\0'.repeat(18)}`,
  '\x7fELF\x02\x01\x01',
]
const MAGIC = [
  'ffd8ffe0',
  '89504e470d0a1a0a',
  '474946383961',
  '52494646ffff0000574542505650382000',
  '0000001c66747970617669660000000061766966',
]

/** Returns small valid images of every type, which are then damaged to get broken images. */
async function goodImages(): Promise<Buffer[]> {
  const frames = await Promise.all(
    ['#d02020', '#20b020'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animated = () => sharp(frames, { join: { animated: true } })
  const p = () => photo(96, 64)
  const images = [
    p()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'กิตติ' } })
      .withMetadata({ orientation: 6 }),
    p().jpeg({ progressive: true }),
    p().toColourspace('cmyk').jpeg(),
    photo(96, 64, 1).toColourspace('b-w').jpeg(),
    p().png(),
    p().png({ progressive: true }),
    p().toColourspace('rgb16').png(),
    photo(96, 64, 4).png(),
    p().png({ palette: true }),
    p().webp(),
    photo(96, 64, 4).webp({ lossless: true }),
    animated().webp(),
    p().gif({ effort: 1 }),
    animated().gif(),
    p().avif({ effort: 0 }),
    photo(96, 64, 4).avif({ effort: 0, lossless: true }),
    p().withIccProfile('p3').jpeg(),
    p().withIccProfile('p3').png(),
  ]
  return Promise.all(images.map((image) => image.toBuffer()))
}

/** Returns images that are expensive to decode. They are also expensive to create, so each is created once. */
async function bombs(): Promise<Buffer[]> {
  const inflated = deflatedZeros(48 * 1024 * 1024)
  const flat = (width: number, height: number, channels: 3 | 4) =>
    sharp({ create: { width, height, channels, background: '#345' } })
  const text = (type: string, head: string) =>
    png({ width: 4, height: 4 }, [
      pngChunk(type, Buffer.concat([Buffer.from(head), inflated])),
      blackPixels(4, 4),
    ])
  const progressive = await photo(64, 48).jpeg({ progressive: true }).toBuffer()
  const scan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
  return [
    text('zTXt', 'a\0\0'),
    text('iTXt', 'a\0\x01\0\0\0'),
    text('iCCP', 'a\0\0'),
    png({ width: 60_000, height: 60_000 }, [pngChunk('IDAT', inflated)]),
    png({ width: 7_000, height: 7_000 }, [pngChunk('IDAT', inflated)]),
    png({ width: 4_000, height: 4_000, colour: 6, interlaced: true }, [pngChunk('IDAT', inflated)]),
    Buffer.concat(
      [...Array(2_000).fill(progressive.subarray(scan, -2))]
        .toSpliced(0, 0, progressive.subarray(0, scan))
        .concat(progressive.subarray(-2)),
    ),
    await flat(8_000, 6_000, 3).jpeg().toBuffer(),
    await flat(4_096, 4_096, 4).webp({ effort: 0 }).toBuffer(),
    await flat(4_000, 4_000, 3).gif({ effort: 1 }).toBuffer(),
    await flat(3_000, 3_000, 3).avif({ effort: 0 }).toBuffer(),
    await flat(1, 60_000, 3).png().toBuffer(),
    ...(await costliestImages()),
  ]
}

/** Returns, for each type, the accepted image that is most expensive to decode. */
async function costliestImages(): Promise<Buffer[]> {
  const flat = (width: number, height: number, channels: 3 | 4) =>
    sharp({ create: { width, height, channels, background: channels === 3 ? '#345' : '#34567880' } })
  const images = [
    flat(8_000, 6_000, 3).jpeg().withMetadata({ orientation: 6 }),
    flat(4_032, 3_024, 3).jpeg({ progressive: true }).withMetadata({ orientation: 6 }),
    flat(3_840, 2_160, 4).webp({ effort: 0 }),
    flat(3_600, 2_600, 3).gif({ effort: 1 }),
    flat(3_880, 3_880, 4).png({ progressive: true }),
    flat(2_300, 2_040, 3).avif({ effort: 0 }),
    flat(1_900, 1_950, 4).avif({ effort: 0 }),
    flat(1_700, 1_700, 4).avif({ effort: 0, bitdepth: 10, chromaSubsampling: '4:4:4' }),
  ]
  const buffers: Buffer[] = []
  for (const image of images) buffers.push(await image.toBuffer())
  return buffers
}

/**
 * Returns a generator of broken and hostile images; `seededRandom` determines which. Expensive images come first; about
 * one image in twenty is valid.
 */
export async function hostileImages(seededRandom: SeededRandom): Promise<() => HostileImage> {
  const good = await goodImages()
  const costly = await bombs()
  const random = (length: number) => Buffer.from(Array.from({ length }, () => seededRandom.whole(0, 255)))
  const copy = () => Buffer.from(seededRandom.pick(good))
  const kinds: Record<string, BuildImage> = {
    good: copy,
    'flipped bits': () => {
      const bytes = copy()
      for (let count = seededRandom.whole(1, 40); count > 0; count -= 1) {
        const at = seededRandom.whole(0, bytes.length - 1)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << seededRandom.whole(0, 7))
      }
      return bytes
    },
    'a mutated header': () => {
      const bytes = copy()
      for (let count = seededRandom.whole(1, 12); count > 0; count -= 1)
        bytes[seededRandom.whole(4, Math.min(120, bytes.length - 1))] = seededRandom.whole(0, 255)
      return bytes
    },
    'a number at its extreme': () => {
      const bytes = copy()
      const at = seededRandom.whole(4, bytes.length - 5)
      if (seededRandom.chance(0.5)) bytes.writeUInt32BE(seededRandom.pick(EXTREMES), at)
      else bytes.writeUInt16LE(seededRandom.pick(EXTREMES) & 0xffff, at)
      return bytes
    },
    'cut off': () => {
      const bytes = copy()
      return bytes.subarray(0, seededRandom.whole(1, bytes.length - 1))
    },
    'a piece taken out, doubled or put in': () => {
      const bytes = copy()
      const [start, end] = [seededRandom.whole(0, bytes.length), seededRandom.whole(0, bytes.length)].sort(
        (a, b) => a - b,
      )
      const piece = seededRandom.pick([
        Buffer.alloc(0),
        random(seededRandom.whole(1, 400)),
        bytes.subarray(start, end),
      ])
      return Buffer.concat([
        bytes.subarray(0, seededRandom.chance(0.5) ? start : end),
        piece,
        bytes.subarray(end),
      ])
    },
    'two halves': () => {
      const [one, other] = [copy(), copy()]
      return Buffer.concat([
        one.subarray(0, seededRandom.whole(0, one.length)),
        other.subarray(seededRandom.whole(0, other.length)),
      ])
    },
    'something hidden': () => {
      const bytes = copy()
      const hidden = Buffer.from(seededRandom.pick(HIDDEN), 'latin1')
      const at = seededRandom.chance(0.6) ? bytes.length : seededRandom.whole(0, bytes.length)
      return Buffer.concat([bytes.subarray(0, at), hidden, bytes.subarray(at)])
    },
    'a beginning and noise': () =>
      Buffer.concat([Buffer.from(seededRandom.pick(MAGIC), 'hex'), random(seededRandom.whole(1, 6_000))]),
    noise: () => random(seededRandom.whole(0, 4_000)),
    'a bomb': () => seededRandom.pick(costly),
  }
  const weights = Object.keys(kinds).map(
    (what) => [what, what === 'a bomb' ? 0.1 : what === 'good' ? 1 : 2] as const,
  )
  const first = [...costly]
  return () => {
    const bomb = first.pop()
    if (bomb !== undefined) return { what: 'a bomb', bytes: bomb }
    const what = seededRandom.weighted(weights)
    return { what, bytes: (kinds[what] ?? copy)(seededRandom) }
  }
}
