import { safeNfkc } from 'shared/contract/safe-normalize.ts'
import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/thai-text.ts'
import { cutAtScripts, isFunctionWord, joinVowels, wordsOf } from './thai-words.ts'

/**
 * By which rules terms were made. Words are those of the runtime's dictionary (ICU): an index that was written by another one finds
 * nearly the same, and is written anew when it is quiet (`reindex`).
 */
export const TERMS_VERSION = `${SEARCH_NORM_VERSION}.2 icu ${process.versions.icu ?? 'none'}`

/** The numbers of such rules, the ones that weigh most first; undefined: nobody's rules, or several's. */
function numbersOf(version: string): number[] | undefined {
  const [, ...numbers] = /^(\d+)\.(\d+) icu (?:none|(\d+)(?:\.(\d+))?)$/.exec(version) ?? []
  return numbers.length === 0 ? undefined : numbers.map((each) => Number(each ?? 0))
}

/**
 * Whether what was made by those rules is to be made anew by today's. What a newer server beside this one has made is not: each would
 * undo the other's work for as long as both run.
 */
export function areOlderTerms(version: string): boolean {
  const [numbers, own] = [numbersOf(version), numbersOf(TERMS_VERSION)]
  if (numbers === undefined || own === undefined) return version !== TERMS_VERSION
  const place = own.findIndex((each, at) => each !== numbers[at])
  return place >= 0 && (numbers[place] ?? 0) < (own[place] ?? 0)
}

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

/** Tone marks, and the sign that silences: what people leave out or set wrongly most often. */
export const TONES = /[\u0e48-\u0e4c]/g
/** "มากกกกก" is "มาก"; figures are never folded. */
const REPEATED = /(\P{N})\1{2,}/gu
const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]+/u

/** Of what a word that tells something weighs in a question, what one weighs that does not. */
const LITTLE = 0.1

export function termsOf(text: string): Terms {
  const norm = comparedForm(text)
  const counts = new Map<string, number>()
  const lengths = { word: 0, gram: 0 }
  const add = (field: Field, what: string): void => {
    const term = `${field.charAt(0)}${what}`
    counts.set(term, (counts.get(term) ?? 0) + 1)
    lengths[field] += 1
  }
  for (const { segment, isWordLike } of wordsOf(joinVowels(norm)))
    if (isWordLike) add('word', wordTerm(segment))
  for (const gram of gramsOf(norm)) add('gram', gram)
  return { counts, lengths }
}

/**
 * The terms of a question, and how much each of them weighs: words with which anything is asked, and what touches them, weigh little,
 * unless there are no others.
 */
export function questionTerms(text: string): Map<string, number> {
  const norm = comparedForm(text)
  const words = [...wordsOf(joinVowels(norm))]
  const tells = words.some(({ segment, isWordLike }) => isWordLike && !isFunctionWord(segment))
  const weights = new Map<string, number>()
  for (const { segment, isWordLike } of words)
    if (isWordLike) weights.set(`w${wordTerm(segment)}`, tells && isFunctionWord(segment) ? LITTLE : 1)
  const telling = words.map(({ segment }) => (isFunctionWord(segment) ? ' ' : segment)).join('')
  const heavy = new Set(tells ? gramsOf(safeNfkc(telling)) : gramsOf(norm))
  for (const gram of gramsOf(norm)) weights.set(`g${gram}`, heavy.has(gram) ? 1 : LITTLE)
  return weights
}

function comparedForm(text: string): string {
  return normalizeForSearch(text).replace(REPEATED, '$1')
}

function wordTerm(word: string): string {
  return [...word].slice(0, LONGEST_WORD).join('')
}

function gramsOf(norm: string): string[] {
  return cutAtScripts(norm.replace(TONES, '')).flatMap((piece) =>
    piece.split(NOT_LETTERS).flatMap(gramsOfRun),
  )
}

/** A run that is shorter is a gram of its own. */
function gramsOfRun(run: string): string[] {
  const letters = [...run]
  if (letters.length === 0) return []
  if (letters.length <= GRAM) return [run]
  return letters.slice(0, letters.length - GRAM + 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
}

export function fieldOf(term: string): Field {
  return term.startsWith('w') ? 'word' : 'gram'
}
