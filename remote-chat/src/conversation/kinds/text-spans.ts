/** A place in a text, in UTF-16 units, as LINE tells of emoji and mentions. */
export interface TextSpan {
  index: number
  length: number
}

export type TextPiece<Span> = { text: string; span: Span | null }

/** A text cut at its spans. What lies outside the text, or across another span, is left out: it stays plain text. */
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
