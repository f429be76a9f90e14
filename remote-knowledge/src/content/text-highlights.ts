/** Range of a text in UTF-16 code units. */
export interface Range {
  from: number
  to: number
}

export interface MarkedPiece {
  text: string
  isMarked: boolean
}

/** Splits `words`, which start at offset `from` of the text, into marked and unmarked pieces. */
export function markedPieces(words: string, from: number, marks: readonly Range[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  let at = 0
  const add = (to: number, isMarked: boolean) => {
    if (to > at) pieces.push({ text: words.slice(at, to), isMarked })
    at = Math.max(at, to)
  }
  for (const mark of marks) {
    const [begins, ends] = [mark.from - from, Math.min(mark.to - from, words.length)]
    if (ends <= at || begins >= words.length) continue
    add(begins, false)
    add(ends, true)
  }
  add(words.length, false)
  return pieces
}

/** Returns the position of each part, or `null` if it is missing. Each search begins after the part found before. */
export function positionsOf(text: string, parts: readonly string[]): (number | null)[] {
  let from = 0
  return parts.map((part) => {
    const start = text.indexOf(part, from)
    if (start === -1) return null
    from = start + part.length
    return start
  })
}
