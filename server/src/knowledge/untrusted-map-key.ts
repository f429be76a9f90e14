import { createHash } from 'node:crypto'

export const MAP_KEY_MAX = 1_000

/**
 * Key for a Map or Set of many untrusted texts. V8 hashes strings of more than 16,383 characters by length alone, so many
 * of one length would collide. A text must not begin with a line break, because hashed keys do.
 */
export function mapKey(text: string): string {
  return text.length <= MAP_KEY_MAX ? text : `\n${createHash('sha256').update(text).digest('base64')}`
}
