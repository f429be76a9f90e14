import { createHash } from 'node:crypto'

/** The hash of a file as the `integrity` attribute takes it: the same algorithm everywhere, or the browser fetches twice. */
export function integrityOf(content: string | Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
