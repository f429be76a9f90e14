import { createHash } from 'node:crypto'

/** Maximum length of a text as a map key; longer texts are replaced by their hash. */
export const MAP_KEY_MAX = 1_000

/**
 * Returns a key for a Map or Set of many texts from untrusted sources. V8 hashes strings of more than 16,383
 * characters by length alone, so thousands of strings of one length collide and are compared one by one. A text
 * must not begin with a line break.
 */
export function mapKey(text: string): string {
  return text.length <= MAP_KEY_MAX ? text : `\n${createHash('sha256').update(text).digest('base64')}`
}
