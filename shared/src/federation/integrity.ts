import { createHash } from 'node:crypto'

/** All code must use this hash algorithm, because browsers fetch a file twice when a preload has another hash. */
export function integrityOf(content: string | Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
