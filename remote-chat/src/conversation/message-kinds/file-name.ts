const SHOWN_BEFORE_EXTENSION = 6
/** File name extension, at most eight characters; longer suffixes are not extensions. */
const EXTENSION = /\.([\p{L}\p{N}]{1,8})$/u

/** Direction marks: `a<U+202E>fdp.exe` would look like `aexe.pdf`. The server removes them from download names too. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

export function plainFileName(name: string): string {
  return name.replaceAll(DIRECTION_MARKS, '')
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Splits a file name: `head` may be truncated; `tail`, with the extension, remains visible. */
export function cutFileName(name: string): { head: string; tail: string } {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const letters = [...graphemes.segment(name.slice(0, name.length - extension.length))]
  const from = letters.at(-SHOWN_BEFORE_EXTENSION)?.index ?? 0
  return { head: name.slice(0, from), tail: name.slice(from) }
}

export function fileTypeOf(name: string): string {
  return EXTENSION.exec(name)?.[1]?.toUpperCase() ?? ''
}
