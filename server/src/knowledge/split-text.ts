import { readKnowledgeText, separateImages } from 'shared/contract/knowledge/knowledge-text.ts'

/** In UTF-16 units. A piece that a person reads in one look, and that an answer can be made of. */
export const CHUNK_LENGTH = 700
/** What a piece repeats of the one before, so that what stands at a border is found whole. */
export const CHUNK_OVERLAP = 120
/** What each piece of a text may have of pictures, all of them together: one address as long as LINE takes it. */
const IMAGES_LENGTH = 2_100
const MAX_IMAGES = 10
/** What is repeated with each piece is in all at most so many times the text: else a text would be indexed that is many times as long. */
const MAX_REPEATED = 2
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
 * sentences end (a new line, or the blank that Thai puts between them), with an overlap. Pictures of a promotion stay with each piece. Where that would be too much, pictures are text as any other.
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
  if (head.length > CHUNK_LENGTH || tail.length > IMAGES_LENGTH || images.length > MAX_IMAGES)
    return splitPlain(whole)
  const cut = pieces(words.slice(begins))
  if (cut.length * (head.length + tail.length) > MAX_REPEATED * whole.length) return splitPlain(whole)
  // Pictures alone are a piece too.
  return (cut.length === 0 ? [''] : cut).map((piece) => ({ content: `${head}${piece}${tail}`, heading: '' }))
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
    from = borderAfter(text, to - CHUNK_OVERLAP, to)
  }
  const last = text.slice(from).trim()
  if (last !== '') cut.push(last)
  return cut.filter((piece) => piece !== '')
}

/**
 * Where to end a piece, at the latest before `limit`: after a line, else after a blank, else between graphemes. Each in the piece's second
 * half, so that the next one begins well behind this: a letter with more marks than half a piece is cut.
 */
function borderBefore(text: string, from: number, limit: number): number {
  const length = limit - from
  const half = length / 2
  // A window suffices: what grapheme stands at a place does not depend on what stands far before it.
  const window = text.slice(from, limit + 64)
  const line = window.lastIndexOf('\n', length - 1)
  if (line >= half) return from + line + 1
  for (let at = length - 1; at >= half; at -= 1) if (/\s/.test(window.charAt(at))) return from + at + 1
  const border = graphemes.segment(window).containing(length)?.index ?? length
  if (border >= half) return from + border
  return /^[\udc00-\udfff]/.test(text.charAt(limit)) ? limit - 1 : limit
}

/** Where the overlap begins: after the first blank at or behind `at`; `to` where there is none, for half a word helps nobody. */
function borderAfter(text: string, at: number, to: number): number {
  for (let place = Math.max(0, at); place < to; place += 1)
    if (/\s/.test(text.charAt(place)) && place + 1 < to) return place + 1
  return to
}
