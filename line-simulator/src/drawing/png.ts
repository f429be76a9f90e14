import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [number, number, number]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** An RGB PNG whose pixels are given by `paint`. Width and height in px. */
export function encodePng(width: number, height: number, paint: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  let at = 0
  for (let y = 0; y < height; y += 1) {
    rows[at++] = 0
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = paint(x, y)
      rows[at++] = red
      rows[at++] = green
      rows[at++] = blue
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const INKS: readonly Colour[] = [
  [23, 128, 88],
  [31, 95, 191],
  [161, 92, 0],
  [122, 60, 160],
]

function box(x: number, y: number, left: number, top: number, width: number, height: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height
}

/**
 * What a customer's photo looks like here: a transfer slip with a coloured head, lines of "text" and a tick.
 * The same message id gives the same picture.
 */
export function slipPng(messageId: string, width: number, height: number): Buffer {
  const bytes = createHash('sha256').update(messageId).digest()
  const ink = INKS[(bytes[0] ?? 0) % INKS.length] ?? [23, 128, 88]
  const unit = width / 60
  const lines = Array.from({ length: 6 }, (_, index) => ({
    top: 36 + index * 6,
    width: 14 + ((bytes[index + 1] ?? 0) % 26),
  }))
  return encodePng(width, height, (px, py) => {
    const x = px / unit
    const y = (py / height) * 80
    if (!box(x, y, 5, 5, 50, 70)) return [236, 239, 235]
    if (y < 19) return ink
    const ring = Math.hypot(x - 30, y - 27)
    if (ring < 5.2) {
      const tick = Math.abs(y - 28.4 + (x - 29)) < 0.9 && x >= 29 && x < 33.2
      const stem = Math.abs(y - 28.4 - (x - 29)) < 0.9 && x > 26.4 && x < 29.4
      return tick || stem ? [255, 255, 255] : ink
    }
    for (const line of lines) {
      if (box(x, y, 9, line.top, 10, 2)) return [190, 197, 191]
      if (box(x, y, 51 - line.width / 1.6, line.top, line.width / 1.6, 2)) return [84, 96, 89]
    }
    return [255, 255, 255]
  })
}
