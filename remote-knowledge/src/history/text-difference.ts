import { diffArrays } from 'diff'

/** A piece of a text; `isOther`: the other text does not have it. */
export interface Piece {
  text: string
  isOther: boolean
}

export interface TextDifference {
  before: Piece[]
  after: Piece[]
}

/** Lines of what is the same that stay on each side of what is not. */
const AROUND = 2
/** Fewer are shown. */
const LEAST_FOLDED = 4

/** Longer, and people read both anyway. */
const LIMIT_MS = 300

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Words as Thai has them, without blanks between; what stands between words is a piece too. */
const piecesOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** What two wordings do not have in common; where that would take long all of both. */
export function textDifference(before: string, after: string): TextDifference {
  const changes = diffArrays(piecesOf(before), piecesOf(after), { timeout: LIMIT_MS })
  if (changes === undefined)
    return { before: [{ text: before, isOther: true }], after: [{ text: after, isOther: true }] }
  const side = (leftOut: 'added' | 'removed', other: 'added' | 'removed') =>
    changes
      .filter((change) => !change[leftOut])
      .map((change) => ({ text: change.value.join(''), isOther: change[other] }))
  return { before: side('added', 'removed'), after: side('removed', 'added') }
}

/** A piece as it is drawn; `folded`: so many lines that both texts have, which are left out. */
export type DrawnPiece = Piece & { folded?: number }

/** Leaves out what both texts have for many lines, but for some beside what only one has: alike in both texts. */
export function foldSame(pieces: readonly Piece[]): DrawnPiece[] {
  return pieces.flatMap((piece, at): DrawnPiece[] => {
    const lines = piece.text.split('\n')
    const before = at === 0 ? 0 : AROUND
    const after = at === pieces.length - 1 ? 0 : AROUND
    const folded = lines.length - before - after
    if (piece.isOther || pieces.length === 1 || folded < LEAST_FOLDED) return [piece]
    const part = (text: string): DrawnPiece[] => (text === '' ? [] : [{ text, isOther: false }])
    return [
      ...part(lines.slice(0, before).join('\n')),
      { text: '', isOther: false, folded },
      ...part(lines.slice(before + folded).join('\n')),
    ]
  })
}
