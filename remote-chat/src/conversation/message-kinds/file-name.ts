/** Graphemes of a name that remain visible before the extension when the name is truncated. */
const SHOWN_BEFORE_EXTENSION = 6
/** File extension. Suffixes of more than eight characters are not extensions. */
const EXTENSION = /\.([\p{L}\p{N}]{1,8})$/u

/**
 * Bidirectional control characters: `a<U+202E>fdp.exe` would be displayed as `aexe.pdf`. The server removes them from
 * download names too.
 */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Returns a file name without bidirectional control characters. */
export function plainFileName(name: string): string {
  return name.replaceAll(DIRECTION_MARKS, '')
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Splits a file name into two parts. The first may be truncated; the second, with the extension, remains visible. */
export function cutFileName(name: string): { head: string; tail: string } {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const letters = [...graphemes.segment(name.slice(0, name.length - extension.length))]
  const from = letters.at(-SHOWN_BEFORE_EXTENSION)?.index ?? 0
  return { head: name.slice(0, from), tail: name.slice(from) }
}

/** Returns the type from the extension, such as `PDF`, or an empty string. */
export function fileTypeOf(name: string): string {
  return EXTENSION.exec(name)?.[1]?.toUpperCase() ?? ''
}
