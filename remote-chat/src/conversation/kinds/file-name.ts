/** So many letters of a name stay before its extension when the middle of it gives way. */
const KEPT_BEFORE_EXTENSION = 6
/** What is longer behind the last dot is no extension. */
const EXTENSION = /\.([\p{L}\p{N}]{1,8})$/u

/** Marks that turn the direction of writing: `a<U+202E>fdp.exe` would be read as `aexe.pdf`. The server takes them out of what is saved, too. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A file's name so that its letters stand in the order in which they are. */
export function plainFileName(name: string): string {
  return name.replaceAll(TURNS, '')
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** A file's name in two parts: where there is no room, the first is cut and the second, with the extension, stays. */
export function cutFileName(name: string): { head: string; tail: string } {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const letters = [...graphemes.segment(name.slice(0, name.length - extension.length))]
  const from = letters.at(-KEPT_BEFORE_EXTENSION)?.index ?? 0
  return { head: name.slice(0, from), tail: name.slice(from) }
}

/** `PDF`; empty for a name without an extension. */
export function fileTypeOf(name: string): string {
  return EXTENSION.exec(name)?.[1]?.toUpperCase() ?? ''
}
