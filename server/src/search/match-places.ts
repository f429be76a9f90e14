import { normalizeForSearch } from 'shared/contract/thai-text.ts'

/** Where a match stands in a text, in UTF-16 units. */
export interface MatchPlace {
  start: number
  end: number
}

const MAX_MATCHES = 20
const MOST_MARKS = 16
/** Shown before the first match, and in all. */
const SNIPPET = { before: 40, length: 200 }

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/**
 * Where a text says `norm` (what `normalizeForSearch` made of what was typed): matched in its normalized form, told in its own. What
 * becomes of a beginning of the text is a beginning of what becomes of the text, but for its last letters, so that the place of each
 * border is found by halving.
 */
export function findMatches(text: string, norm: string): MatchPlace[] {
  const whole = normalizeForSearch(text)
  if (norm === '' || !whole.includes(norm)) return []
  const borders = [0]
  for (const letter of text) borders.push((borders.at(-1) ?? 0) + letter.length)
  /** The first border before which there are so many normalized letters. */
  const borderOf = (length: number): number => {
    let [low, high] = [0, borders.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (normalizeForSearch(text.slice(0, borders[middle])).length >= length) high = middle
      else low = middle + 1
    }
    return low
  }
  const found: MatchPlace[] = []
  for (
    let at = whole.indexOf(norm);
    at !== -1 && found.length < MAX_MATCHES;
    at = whole.indexOf(norm, at + norm.length)
  ) {
    const start = borders[borderOf(at + 1) - 1] ?? 0
    let end = borders[borderOf(at + norm.length)] ?? text.length
    // A consonant's marks stay with it.
    end += /^\p{M}*/u.exec(text.slice(end, end + MOST_MARKS))?.[0].length ?? 0
    found.push({ start, end })
  }
  return found
}

export interface Snippet {
  snippet: string
  snippet_start: number
  matches: MatchPlace[]
}

/** What stands around the first match, cut between graphemes, and the matches within. */
export function snippetOf(text: string, norm: string): Snippet {
  const matches = findMatches(text, norm)
  const first = matches[0]?.start ?? 0
  const begins = text.length <= SNIPPET.length ? 0 : cutAt(text, Math.max(0, first - SNIPPET.before))
  const ends = cutAt(text, Math.max(begins + SNIPPET.length, matches[0]?.end ?? 0))
  return {
    snippet: text.slice(begins, ends),
    snippet_start: begins,
    matches: matches.filter(({ end }) => end <= ends),
  }
}

/** Where the grapheme at this place begins. */
function cutAt(text: string, place: number): number {
  if (place >= text.length) return text.length
  return graphemes.segment(text).containing(place)?.index ?? place
}
