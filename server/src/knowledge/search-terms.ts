import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/thai-text.ts'

/**
 * By which rules terms were made. Words are those of the runtime's dictionary (ICU): an index that was written by another one finds
 * nearly the same, and is written anew when it is quiet (`reindex`).
 */
export const TERMS_VERSION = `${SEARCH_NORM_VERSION}.1 icu ${process.versions.icu ?? 'none'}`

/** Words as the dictionary cuts them, and runs of three letters, which also find what is misspelt, cut otherwise or no word at all. */
export type Field = 'word' | 'gram'
export const FIELDS: readonly Field[] = ['word', 'gram']

/** How often each term stands in a text, and how many there are in all. A term is its field's letter and what it says: `wฝาก`, `gฝาก`. */
export interface Terms {
  counts: ReadonlyMap<string, number>
  lengths: Readonly<Record<Field, number>>
}

const GRAM = 3
/** Longer ones are no words, and would not fit into an index. */
const LONGEST_WORD = 64

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
/** Tone marks, and the sign that silences: what people leave out or set wrongly most often. */
export const TONES = /[\u0e48-\u0e4c]/g
/** "มากกกกก" is "มาก"; figures are never folded. */
const REPEATED = /(\P{N})\1{2,}/gu
const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]+/u

export function termsOf(text: string): Terms {
  const norm = normalizeForSearch(text).replace(REPEATED, '$1')
  const counts = new Map<string, number>()
  const lengths = { word: 0, gram: 0 }
  const add = (field: Field, what: string): void => {
    const term = `${field.charAt(0)}${what}`
    counts.set(term, (counts.get(term) ?? 0) + 1)
    lengths[field] += 1
  }
  for (const { segment, isWordLike } of segmenter.segment(norm))
    if (isWordLike) add('word', [...segment].slice(0, LONGEST_WORD).join(''))
  for (const run of norm.replace(TONES, '').split(NOT_LETTERS))
    for (const gram of gramsOf(run)) add('gram', gram)
  return { counts, lengths }
}

/** A run that is shorter is a gram of its own. */
function gramsOf(run: string): string[] {
  const letters = [...run]
  if (letters.length === 0) return []
  if (letters.length <= GRAM) return [run]
  return letters.slice(0, letters.length - GRAM + 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
}

export function fieldOf(term: string): Field {
  return term.startsWith('w') ? 'word' : 'gram'
}
