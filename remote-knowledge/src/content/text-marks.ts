/** A part of a text, in UTF-16 units. */
export interface Range {
  from: number
  to: number
}

export interface MarkedPiece {
  text: string
  isMarked: boolean
}

/** Words that stand at `from` of a text, cut where the marks of that text begin and end. */
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

/** Where parts of a text stand in it, one after the other; null of one that is not there as it is. */
export function placesOf(text: string, parts: readonly string[]): (number | null)[] {
  let from = 0
  return parts.map((part) => {
    const place = text.indexOf(part, from)
    if (place === -1) return null
    from = place + part.length
    return place
  })
}
