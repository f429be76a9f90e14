import { readKnowledgeText, separateImages } from 'shared/contract/knowledge/knowledge-text.ts'

/** In UTF-16 units. A piece that a person reads in one look, and that an answer can be made of. */
export const CHUNK_LENGTH = 700
/** What a piece repeats of the one before, so that what stands at a border is found whole. */
export const CHUNK_OVERLAP = 120
/** The first line of a long text counts as its title up to this length. */
const TITLE_LENGTH = 150

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

export interface Chunk {
  /** As people read it. */
  content: string
  /** What else it is found by: the title of a text of which it is a later piece. */
  heading: string
}

/**
 * A text in pieces. A question stays with its answer, and the pieces of a long answer have their questions each; other text is cut where
 * sentences end (a new line, or the blank that Thai puts between them), with an overlap. Pictures of a promotion stay with each piece.
 */
export function splitText(text: string): Chunk[] {
  const whole = text.trim()
  if (whole.length <= CHUNK_LENGTH) return [{ content: whole, heading: '' }]
  const content = readKnowledgeText(whole)
  if (content.kind === 'plain') return splitPlain(whole)
  const { words, images } = separateImages(whole)
  const body = content.kind === 'general' ? content.answer : content.text
  const begins = words.length - separateImages(body).words.length
  // What stands before the answer: the questions, or a promotion's name.
  const head = words.slice(0, begins)
  const tail = images.map((url) => `\n[IMAGE:${url}]`).join('')
  if (head.length > CHUNK_LENGTH) return splitPlain(whole)
  return pieces(words.slice(begins)).map((piece) => ({ content: `${head}${piece}${tail}`, heading: '' }))
}

function splitPlain(text: string): Chunk[] {
  const [first = ''] = text.split('\n', 1)
  const title = first.length <= TITLE_LENGTH && first.length < text.length ? first.trim() : ''
  return pieces(text).map((content, place) => ({ content, heading: place === 0 ? '' : title }))
}

function pieces(text: string): string[] {
  const cut: string[] = []
  let from = 0
  while (text.length - from > CHUNK_LENGTH) {
    const to = borderBefore(text, from, from + CHUNK_LENGTH)
    cut.push(text.slice(from, to).trim())
    from = Math.max(borderAfter(text, to - CHUNK_OVERLAP, to), from + 1)
  }
  const last = text.slice(from).trim()
  if (last !== '') cut.push(last)
  return cut.filter((piece) => piece !== '')
}

/** Where to end a piece, at the latest before `limit`: after a line, else after a blank, each in the piece's second half, else between graphemes. */
function borderBefore(text: string, from: number, limit: number): number {
  const half = from + (limit - from) / 2
  const line = text.lastIndexOf('\n', limit - 1)
  if (line >= half) return line + 1
  for (let at = limit - 1; at >= half; at -= 1) if (/\s/.test(text.charAt(at))) return at + 1
  // A window suffices: what grapheme stands at a place does not depend on what stands far before it.
  const window = text.slice(from, limit + 64)
  return from + (graphemes.segment(window).containing(limit - from)?.index ?? limit - from)
}

/** Where the overlap begins: after the first blank at or behind `at`; `to` where there is none, for half a word helps nobody. */
function borderAfter(text: string, at: number, to: number): number {
  for (let place = Math.max(0, at); place < to; place += 1)
    if (/\s/.test(text.charAt(place)) && place + 1 < to) return place + 1
  return to
}
