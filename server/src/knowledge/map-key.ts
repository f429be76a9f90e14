import { createHash } from 'node:crypto'

/** Longer texts are replaced by their hash. */
export const MAP_KEY_MAX = 1_000

/**
 * The key of a text in a Map or Set with many texts that strangers have written. V8 hashes a string of more than 16,383 characters by its
 * length alone: thousands of one length collide, and each is compared with all others. A text must not begin with a line break.
 */
export function mapKey(text: string): string {
  return text.length <= MAP_KEY_MAX ? text : `\n${createHash('sha256').update(text).digest('base64')}`
}
