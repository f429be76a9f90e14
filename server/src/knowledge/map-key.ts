import { createHash } from 'node:crypto'

export const MAP_KEY_MAX = 1_000

/**
 * Key for a Map or Set of many untrusted texts. V8 hashes strings of more than 16,383 characters by length alone, so
 * thousands of one length collide and are compared one by one. A text must not begin with a line break.
 */
export function mapKey(text: string): string {
  return text.length <= MAP_KEY_MAX ? text : `\n${createHash('sha256').update(text).digest('base64')}`
}
