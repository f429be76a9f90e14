import { createHash } from 'node:crypto'
import { Canvas, type Colour, circle, type Point, rectangle, roundedRectangle } from './canvas.ts'
import { textOutlines } from './text.ts'

/** What stands on a slip of a bank transfer. */
export interface SlipFacts {
  /** In baht, like `1,500`. */
  amount: string
  /** ISO 8601. */
  at: string
  /** Whose account the money came from. */
  from: string
  /** The last four digits of that account. */
  last4: string
  reference: string
}

const LATEST_MS = Date.UTC(2100, 0)
const WIDTH = 300
const HEIGHT = 460
const INKS: readonly Colour[] = [
  [23, 128, 88],
  [31, 95, 191],
  [122, 60, 160],
  [161, 92, 0],
]
const PAPER: Colour = [255, 255, 255]
const TEXT: Colour = [24, 33, 28]
const QUIET: Colour = [104, 114, 108]
const LINE: Colour = [230, 232, 227]
const moment = new Intl.DateTimeFormat('th-TH', {
  timeZone: 'Asia/Bangkok',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

function mixed(one: Colour, other: Colour, part: number): Colour {
  return [0, 1, 2].map((at) =>
    Math.round((one[at] ?? 0) * (1 - part) + (other[at] ?? 0) * part),
  ) as unknown as Colour
}

function tick(x: number, y: number): Point[] {
  return [
    [x - 8, y],
    [x - 5.5, y - 2.5],
    [x - 2, y + 1],
    [x + 5.5, y - 6.5],
    [x + 8, y - 4],
    [x - 2, y + 6],
  ]
}

/** Facts for a picture of which nothing is known but its message's id: always the same for an id. */
export function inventedFacts(messageId: string): SlipFacts {
  const bytes = createHash('sha256').update(messageId).digest()
  const number = bytes.readUInt32BE(0)
  return {
    amount: ((1 + (number % 199)) * 50).toLocaleString('en-US'),
    // Message ids begin with the clock in ms; one that a test made up may say any time.
    at: new Date(Number(BigInt(messageId) / 100_000n) % LATEST_MS).toISOString(),
    from: 'ผู้โอนตัวอย่าง',
    last4: String(1_000 + (bytes.readUInt16BE(4) % 9_000)),
    reference: bytes.subarray(6, 14).toString('hex').toUpperCase(),
  }
}

/**
 * A slip as Thai banks' apps give it, of no bank that there is. The same facts give the same picture; `width` in px.
 */
export function slipPng(facts: SlipFacts, width: number): Buffer {
  const hash = createHash('sha256').update(facts.reference).digest()
  const ink = INKS[(hash[0] ?? 0) % INKS.length] ?? TEXT
  const canvas = new Canvas(WIDTH, HEIGHT, width / WIDTH, mixed(ink, PAPER, 0.78))
  const write = (
    text: string,
    place: { x: number; y: number; size: number; align?: 'start' | 'middle' | 'end' },
    colour: Colour,
  ) => canvas.fill(textOutlines(text, place), colour)

  canvas.fill([roundedRectangle(14, 14, 272, 432, 14)], PAPER)
  canvas.fill([circle(150, 54, 20)], ink)
  canvas.fill([tick(150, 54)], PAPER)
  write('โอนเงินสำเร็จ', { x: 150, y: 102, size: 20, align: 'middle' }, ink)
  write(`${moment.format(new Date(facts.at))} น.`, { x: 150, y: 124, size: 12, align: 'middle' }, QUIET)
  canvas.fill([rectangle(30, 140, 240, 1)], LINE)

  const rows: [label: string, name: string, account: string][] = [
    ['จาก', facts.from, `xxx-x-x${facts.last4}-x`],
    ['ไปยัง', 'ร้านตัวอย่าง', 'xxx-x-x2569-x'],
  ]
  for (const [index, [label, name, account]] of rows.entries()) {
    const y = 168 + index * 54
    canvas.fill([circle(44, y + 4, 14)], mixed(ink, PAPER, index === 0 ? 0.7 : 0.4))
    write(label, { x: 70, y: y - 6, size: 11 }, QUIET)
    write(name, { x: 70, y: y + 11, size: 14 }, TEXT)
    write(account, { x: 70, y: y + 27, size: 11 }, QUIET)
  }
  canvas.fill([rectangle(30, 264, 240, 1)], LINE)
  write('จำนวนเงิน', { x: 30, y: 290, size: 12 }, QUIET)
  write(`${facts.amount}.00`, { x: 238, y: 296, size: 24, align: 'end' }, TEXT)
  write('บาท', { x: 270, y: 294, size: 13, align: 'end' }, TEXT)
  write('ค่าธรรมเนียม', { x: 30, y: 320, size: 12 }, QUIET)
  write('0.00 บาท', { x: 270, y: 320, size: 12, align: 'end' }, TEXT)
  canvas.fill([rectangle(30, 334, 240, 1)], LINE)
  write('เลขที่รายการ', { x: 30, y: 358, size: 11 }, QUIET)
  write(facts.reference.slice(0, 16), { x: 30, y: 376, size: 12 }, TEXT)
  write('สลิปตัวอย่างจาก LINE จำลอง', { x: 30, y: 424, size: 10 }, QUIET)

  // A square of dots where banks have their QR code; it says nothing.
  const dots = Array.from({ length: 121 }, (_, at): Point[] | undefined => {
    const [column, row] = [at % 11, Math.floor(at / 11)]
    const isDark = ((hash[at % 32] ?? 0) >> (at % 7)) % 2 === 0
    return isDark ? rectangle(200 + column * 6.364, 346 + row * 6.364, 6.364, 6.364) : undefined
  })
  canvas.fill(
    dots.filter((dot) => dot !== undefined),
    TEXT,
  )
  return canvas.png()
}
