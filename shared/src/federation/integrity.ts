import { createHash } from 'node:crypto'

/**
 * Returns the hash of a file for the `integrity` attribute. The algorithm must be the same everywhere, because browsers
 * fetch a file twice when a preload has a different one.
 */
export function integrityOf(content: string | Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
