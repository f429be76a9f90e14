import { diffArrays } from 'diff'

/** Piece of a text. `isOther` is true when the other text does not contain the piece. */
export interface Piece {
  text: string
  isOther: boolean
}

/** Number of unchanged lines that remain visible on each side of a change. */
const CONTEXT_LINES = 2
const MIN_COLLAPSED = 4

/** Time limit in ms for comparing two texts. When it is exceeded, both texts are marked as different. */
const LIMIT_MS = 300

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Splits a text into words and separators. Thai has no spaces between words. */
const piecesOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

export function textDifference(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const changes = diffArrays(piecesOf(before), piecesOf(after), { timeout: LIMIT_MS })
  if (changes === undefined)
    return { before: [{ text: before, isOther: true }], after: [{ text: after, isOther: true }] }
  const side = (leftOut: 'added' | 'removed', other: 'added' | 'removed') =>
    changes
      .filter((change) => !change[leftOut])
      .map((change) => ({ text: change.value.join(''), isOther: change[other] }))
  return { before: side('added', 'removed'), after: side('removed', 'added') }
}

/** Piece to display. `collapsed` is the number of unchanged lines that the piece replaces. */
export type DisplayedPiece = Piece & { collapsed?: number }

/** Collapses long unchanged parts, which are the same in both texts. */
export function collapseEqual(pieces: readonly Piece[]): DisplayedPiece[] {
  return pieces.flatMap((piece, at): DisplayedPiece[] => {
    const lines = piece.text.split('\n')
    const before = at === 0 ? 0 : CONTEXT_LINES
    const after = at === pieces.length - 1 ? 0 : CONTEXT_LINES
    const collapsed = lines.length - before - after
    if (piece.isOther || pieces.length === 1 || collapsed < MIN_COLLAPSED) return [piece]
    const part = (text: string): DisplayedPiece[] => (text === '' ? [] : [{ text, isOther: false }])
    return [
      ...part(lines.slice(0, before).join('\n')),
      { text: '', isOther: false, collapsed },
      ...part(lines.slice(before + collapsed).join('\n')),
    ]
  })
}
