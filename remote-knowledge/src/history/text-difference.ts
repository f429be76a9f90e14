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
