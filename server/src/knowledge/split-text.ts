import { readKnowledgeText, separateImages } from 'shared/contract/knowledge/knowledge-text.ts'

/** Maximum length of a chunk in UTF-16 units: short enough to read at a glance, long enough for an answer. */
export const CHUNK_LENGTH = 700
/** Overlap with the previous chunk, so that a sentence at the boundary is found completely. */
export const CHUNK_OVERLAP = 120
/** Maximum length of the images in a chunk: one URL of the maximum length that LINE accepts. */
const IMAGES_LENGTH = 2_100
const MAX_IMAGES = 10
/** Maximum repeated text in the chunks, as a multiple of the original text; limits the size of the index. */
const MAX_REPEATED_FACTOR = 2
const TITLE_LENGTH = 150

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

export interface Chunk {
  content: string
  /** Additional search text: the title of the text, for its later chunks. */
  heading: string
}

/**
 * A question remains with its answer, and each chunk of a long answer contains its questions. Other text is cut between
 * sentences, with an overlap. Each chunk of a promotion contains its images, unless they are too long.
 */
export function splitText(text: string): Chunk[] {
  const whole = text.trim()
  if (whole.length <= CHUNK_LENGTH) return [{ content: whole, heading: '' }]
  const content = readKnowledgeText(whole)
  if (content.kind === 'plain') return splitPlain(whole)
  const { words, images } = separateImages(whole)
  const body = content.kind === 'general' ? content.answer : content.text
  const begins = words.length - separateImages(body).words.length
  // Head of each chunk: the questions, or the name of a promotion.
  const head = words.slice(0, begins)
  const tail = images.map((url) => `\n[IMAGE:${url}]`).join('')
  if (head.length > CHUNK_LENGTH || tail.length > IMAGES_LENGTH || images.length > MAX_IMAGES)
    return splitPlain(whole)
  const cut = pieces(words.slice(begins))
  if (cut.length * (head.length + tail.length) > MAX_REPEATED_FACTOR * whole.length) return splitPlain(whole)
  // An entry that has only images also gets a chunk.
  return (cut.length === 0 ? [''] : cut).map((piece) => ({ content: `${head}${piece}${tail}`, heading: '' }))
}

function splitPlain(text: string): Chunk[] {
  const [first = ''] = text.split('\n', 1)
  const title = first.length <= TITLE_LENGTH && first.length < text.length ? first.trim() : ''
  return pieces(text).map((content, index) => ({ content, heading: index === 0 ? '' : title }))
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

/** Cuts in the second half of the chunk, so that the next one makes progress. Even a long grapheme is cut there. */
function borderBefore(text: string, from: number, limit: number): number {
  const length = limit - from
  const half = length / 2
  // Segments only nearby text, since grapheme boundaries do not depend on distant text.
  const window = text.slice(from, limit + 64)
  const line = window.lastIndexOf('\n', length - 1)
  if (line >= half) return from + line + 1
  for (let at = length - 1; at >= half; at -= 1) if (/\s/.test(window.charAt(at))) return from + at + 1
  const border = graphemes.segment(window).containing(length)?.index ?? length
  if (border >= half) return from + border
  return /^[\udc00-\udfff]/.test(text.charAt(limit)) ? limit - 1 : limit
}

/** Returns the position after a space, because half a word is useless; `to` when there is no space. */
function borderAfter(text: string, at: number, to: number): number {
  for (let index = Math.max(0, at); index < to; index += 1)
    if (/\s/.test(text.charAt(index)) && index + 1 < to) return index + 1
  return to
}
