import { firstGraphemes } from '../thai/graphemes.ts'

/** One or two letters for a name: its first grapheme, and the next consonant when the first has no mark of its own (กา, ธี, ปว, So). */
export function initialsOf(name: string): string {
  const [first = '', second = ''] = firstGraphemes(name.trim(), 2)
  const next = [...second][0] ?? ''
  return [...first].length > 1 || !/[\p{L}\p{M}\p{N}]/u.test(next) ? first : first + next
}

export const TINTS = 6

/** The same tint, 0 to 5, for the same text, on every page and device. */
export function tintOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0
  return hash % TINTS
}
