import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type TextBox, textOutlines } from './text.ts'

export const slipDetails = z.object({
  /** Amount in baht, for example `1,500`. */
  amount: z.string().max(20),
  at: z.iso.datetime(),
  from: z.string().max(60),
  last4: z.string().max(4),
  reference: z.string().min(1).max(32),
})
export type SlipDetails = z.output<typeof slipDetails>

const LATEST_MS = Date.UTC(2100, 0)
const WIDTH = 300
const HEIGHT = 460
const INKS = ['#178058', '#1f5fbf', '#7a3ca0', '#a15c00'] as const
const PAPER = '#fff'
const TEXT = '#18211c'
const MUTED_COLOR = '#68726c'
const LINE_COLOR = '#e6e8e3'
const moment = new Intl.DateTimeFormat('th-TH', {
  timeZone: 'Asia/Bangkok',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const written = (text: string, box: TextBox, colour: string) => {
  const outlines = textOutlines(text, box).map((outline) => outline.toSVG())
  return `<path d="${outlines.join('')}" fill="${colour}"/>`
}

const rule = (y: number) => `<rect x="30" y="${y}" width="240" height="1" fill="${LINE_COLOR}"/>`

function party(y: number, label: string, name: string, channel: string): string {
  return (
    written(label, { x: 70, y: y - 6, size: 11 }, MUTED_COLOR) +
    written(name, { x: 70, y: y + 11, size: 14 }, TEXT) +
    written(channel, { x: 70, y: y + 27, size: 11 }, MUTED_COLOR)
  )
}

/** Draws dots that look like a QR code but encode nothing. */
function dots(hash: Buffer): string {
  const size = 6.364
  const drawn = Array.from({ length: 121 }, (_, at) => {
    const isDark = ((hash[at % 32] ?? 0) >> (at % 7)) % 2 === 0
    const [x, y] = [200 + (at % 11) * size, 346 + Math.floor(at / 11) * size]
    return isDark ? `M${x} ${y}h${size}v${size}h-${size}z` : ''
  })
  return `<path d="${drawn.join('')}" fill="${TEXT}"/>`
}

export function inventedDetails(messageId: string): SlipDetails {
  const bytes = createHash('sha256').update(messageId).digest()
  const number = bytes.readUInt32BE(0)
  return {
    amount: ((1 + (number % 199)) * 50).toLocaleString('en-US'),
    // Limits the time, because the id may come from a test and then contain any time.
    at: new Date(Number(BigInt(messageId) / 100_000n) % LATEST_MS).toISOString(),
    from: 'ผู้โอนตัวอย่าง',
    last4: String(1_000 + (bytes.readUInt16BE(4) % 9_000)),
    reference: bytes.subarray(6, 14).toString('hex').toUpperCase(),
  }
}

export function slipSvg(details: SlipDetails, width: number): string {
  const hash = createHash('sha256').update(details.reference).digest()
  const ink = INKS[(hash[0] ?? 0) % INKS.length] ?? TEXT
  const height = Math.round((width * HEIGHT) / WIDTH)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}" height="${height}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/><rect width="${WIDTH}" height="${HEIGHT}" fill="${ink}" opacity=".22"/>
<rect x="14" y="14" width="272" height="432" rx="14" fill="${PAPER}"/>
<circle cx="150" cy="54" r="20" fill="${ink}"/><path d="M142 54l2.5-2.5 3.5 3.5 7.5-7.5 2.5 2.5-10 10z" fill="${PAPER}"/>
${written('โอนเงินสำเร็จ', { x: 150, y: 102, size: 20, align: 'middle' }, ink)}
${written(`${moment.format(new Date(details.at))} น.`, { x: 150, y: 124, size: 12, align: 'middle' }, MUTED_COLOR)}
${rule(140)}
<circle cx="44" cy="172" r="14" fill="${ink}" opacity=".3"/>${party(168, 'จาก', details.from, `xxx-x-x${details.last4}-x`)}
<circle cx="44" cy="226" r="14" fill="${ink}" opacity=".6"/>${party(222, 'ไปยัง', 'ร้านตัวอย่าง', 'xxx-x-x2569-x')}
${rule(264)}
${written('จำนวนเงิน', { x: 30, y: 290, size: 12 }, MUTED_COLOR)}
${written(`${details.amount}.00`, { x: 238, y: 296, size: 24, align: 'end' }, TEXT)}
${written('บาท', { x: 270, y: 294, size: 13, align: 'end' }, TEXT)}
${written('ค่าธรรมเนียม', { x: 30, y: 320, size: 12 }, MUTED_COLOR)}
${written('0.00 บาท', { x: 270, y: 320, size: 12, align: 'end' }, TEXT)}
${rule(334)}
${written('เลขที่รายการ', { x: 30, y: 358, size: 11 }, MUTED_COLOR)}
${written(details.reference.slice(0, 16), { x: 30, y: 376, size: 12 }, TEXT)}
${written('สลิปตัวอย่างจาก LINE จำลอง', { x: 30, y: 424, size: 10 }, MUTED_COLOR)}
${dots(hash)}</svg>`
}
