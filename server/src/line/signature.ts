import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether LINE (or whoever knows the channel's secret) has signed exactly these bytes. Takes the same time for every wrong answer. */
export function signatureFits(secret: string, body: Buffer, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
