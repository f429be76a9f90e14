import { normalizeWithPositions, searchParts } from 'shared/contract/search-text.ts'

/** Position of a match in a text, in UTF-16 code units. */
export interface MatchRange {
  start: number
  end: number
}

const MAX_MATCHES = 20
/** Usual number of characters of a snippet, and how many of them precede the first match. */
const SNIPPET = { before: 40, length: 200 }

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** `norms` are normalized search words (`searchForms`). Ranges refer to the original text, in whole graphemes. */
export function findMatches(text: string, norms: readonly string[]): MatchRange[] {
  const { text: whole, starts, ends } = normalizeWithPositions(text)
  const all: MatchRange[] = []
  for (const norm of norms)
    for (
      let at = whole.indexOf(norm), count = 0;
      at !== -1 && count < MAX_MATCHES;
      at = whole.indexOf(norm, at + norm.length), count += 1
    )
      all.push({ start: starts[at] ?? 0, end: ends[at + norm.length - 1] ?? text.length })
  const found: MatchRange[] = []
  for (const { start, end } of all.sort((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    // Two matches may be in the same long grapheme; their ranges then overlap.
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found.slice(0, MAX_MATCHES)
}

/** Returns the part of the text around the first match, cut between graphemes. */
export function snippetOf(text: string, norms: readonly string[]) {
  const { from, to } = windowOf(text, norms)
  const matches = findMatches(text.slice(from, to), norms).map(({ start, end }) => ({
    start: from + start,
    end: from + end,
  }))
  const first = matches[0]?.start ?? 0
  const begins = text.length <= SNIPPET.length ? 0 : cutAt(text, Math.max(0, first - SNIPPET.before))
  const ends = cutAt(text, Math.max(begins + SNIPPET.length, matches[0]?.end ?? 0))
  return {
    snippet: text.slice(begins, ends),
    snippet_start: begins,
    matches: matches.filter(({ end }) => end <= ends),
  }
}

/** Selects the part around the first match, because mapping all positions of a long text to the original is slow. */
function windowOf(text: string, norms: readonly string[]): { from: number; to: number } {
  const parts = searchParts(text)
  const whole = parts.map(({ norm }) => norm).join('')
  const positions = norms.map((norm) => whole.indexOf(norm)).filter((at) => at !== -1)
  if (positions.length === 0) return { from: 0, to: 0 }
  const first = Math.min(...positions)
  const last = first + Math.max(...norms.map((norm) => norm.length))
  let [from, to, done, behind] = [0, 0, 0, 0]
  for (const part of parts) {
    if (done <= first) from = to
    else if (done >= last && behind >= SNIPPET.length) break
    else behind += part.text.length
    done += part.norm.length
    to += part.text.length
  }
  return { from, to }
}

function cutAt(text: string, position: number): number {
  if (position >= text.length) return text.length
  return graphemes.segment(text).containing(position)?.index ?? position
}
