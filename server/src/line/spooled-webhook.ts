import { crc32 } from 'node:zlib'
import type { IncomingEvent } from './parse-webhook.ts'

export interface SpooledWebhook {
  channelKey: string
  events: readonly IncomingEvent[]
}

const NEWLINE = 0x0a

/** Encodes a webhook as one line: the CRC-32 of the JSON in eight hex digits, a space, and the JSON. */
export function encodeWebhook(webhook: SpooledWebhook): Buffer {
  const json = JSON.stringify(webhook)
  return Buffer.from(`${checksum(Buffer.from(json))} ${json}\n`)
}

/** `broken` is the number of lines that are incomplete or modified. An incomplete line was never acknowledged. */
export function decodeWebhooks(bytes: Buffer): { webhooks: SpooledWebhook[]; broken: number } {
  const webhooks: SpooledWebhook[] = []
  let broken = 0
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    const json = bytes.subarray(start + 9, end)
    const isWhole = newline !== -1 && bytes.toString('latin1', start, start + 9) === `${checksum(json)} `
    if (isWhole) webhooks.push(JSON.parse(json.toString()) as SpooledWebhook)
    else broken += 1
    start = end + 1
  }
  return { webhooks, broken }
}

export function endsInTheMiddle(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.at(-1) !== NEWLINE
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}
