/** Position and length in UTF-16 units, as LINE sends them for emoji and mentions. */
export interface TextSpan {
  index: number
  length: number
}

export type TextPiece<Span> = { text: string; span: Span | null }

/** Splits a text at its spans. Ignores overlapping spans and spans outside the text. */
export function cutAtSpans<Span extends TextSpan>(text: string, spans: readonly Span[]): TextPiece<Span>[] {
  const pieces: TextPiece<Span>[] = []
  let end = 0
  for (const span of [...spans].sort((a, b) => a.index - b.index)) {
    const spanEnd = span.index + span.length
    if (span.index < end || spanEnd > text.length) continue
    if (span.index > end) pieces.push({ text: text.slice(end, span.index), span: null })
    pieces.push({ text: text.slice(span.index, spanEnd), span })
    end = spanEnd
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), span: null })
  return pieces
}

const PIECE_LENGTH = 1_000
/** Maximum length of a grapheme in UTF-16 units; longer graphemes are split. */
const MAX_GRAPHEME = 100

export function cutAtGraphemes(text: string): { text: string; start: number }[] {
  const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' })
  const pieces: { text: string; start: number }[] = []
  for (let start = 0; start < text.length; ) {
    const nextText = text.slice(start, start + PIECE_LENGTH + MAX_GRAPHEME)
    const length =
      segmenter.segment(nextText).containing(PIECE_LENGTH)?.index || Math.min(PIECE_LENGTH, nextText.length)
    const end = nextText.length <= PIECE_LENGTH ? text.length : start + length
    pieces.push({ text: text.slice(start, end), start })
    start = end
  }
  return pieces
}
