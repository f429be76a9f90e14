import { safeNfkc } from 'shared/contract/safe-normalize.ts'
import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/search-text.ts'
import { cutAtScripts, isFunctionWord, joinVowels, segmentsOf } from './thai-words.ts'

/** Version of index terms and ICU dictionary. An index made with another dictionary works until it is rebuilt. */
export const TERMS_VERSION = `${SEARCH_NORM_VERSION}.2 icu ${process.versions.icu ?? 'none'}`

function numbersOf(version: string): number[] | undefined {
  const [, ...numbers] = /^(\d+)\.(\d+) icu (?:none|(\d+)(?:\.(\d+))?)$/.exec(version) ?? []
  return numbers.length === 0 ? undefined : numbers.map((each) => Number(each ?? 0))
}

/** Returns false for newer versions: an old and a new server would otherwise rebuild each other's blocks forever. */
export function isOlderTermsVersion(version: string): boolean {
  const [numbers, own] = [numbersOf(version), numbersOf(TERMS_VERSION)]
  if (numbers === undefined || own === undefined) return version !== TERMS_VERSION
  const index = own.findIndex((each, at) => each !== numbers[at])
  return index >= 0 && (numbers[index] ?? 0) < (own[index] ?? 0)
}

/** Grams are runs of three letters, which also match misspelled, differently segmented or unknown words. */
export type Field = 'word' | 'gram'
export const FIELDS: readonly Field[] = ['word', 'gram']

/** A term is the first letter of its field followed by its text: `wฝาก`, `gฝาก`. */
export interface Terms {
  counts: ReadonlyMap<string, number>
  lengths: Readonly<Record<Field, number>>
}

const GRAM = 3
/** Maximum length of a word: longer ones are not real words and would not fit into a database index. */
const LONGEST_WORD = 64

/** Tone marks and the silencing mark (thanthakhat), which users most often omit or misplace. */
export const TONE_MARKS = /[\u0e48-\u0e4c]/g
/** Repeated letters, but not digits: "มากกกกก" becomes "มาก". */
const REPEATED = /(\P{N})\1{2,}/gu
const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]+/u

/** Weight of function words, relative to a weight of 1 for other words. */
const FUNCTION_WORD_WEIGHT = 0.1

export function termsOf(text: string): Terms {
  const norm = comparedForm(text)
  const counts = new Map<string, number>()
  const lengths = { word: 0, gram: 0 }
  const add = (field: Field, what: string): void => {
    const term = `${field.charAt(0)}${what}`
    counts.set(term, (counts.get(term) ?? 0) + 1)
    lengths[field] += 1
  }
  for (const { segment, isWordLike } of segmentsOf(joinVowels(norm)))
    if (isWordLike) add('word', wordTerm(segment))
  for (const gram of gramsOf(norm)) add('gram', gram)
  return { counts, lengths }
}

/** Gives function words and the grams around them a low weight, unless the question has no other words. */
export function questionTerms(text: string): Map<string, number> {
  const norm = comparedForm(text)
  const words = [...segmentsOf(joinVowels(norm))]
  const hasContentWords = words.some(({ segment, isWordLike }) => isWordLike && !isFunctionWord(segment))
  const weights = new Map<string, number>()
  for (const { segment, isWordLike } of words)
    if (isWordLike)
      weights.set(
        `w${wordTerm(segment)}`,
        hasContentWords && isFunctionWord(segment) ? FUNCTION_WORD_WEIGHT : 1,
      )
  const contentText = words.map(({ segment }) => (isFunctionWord(segment) ? ' ' : segment)).join('')
  const contentGrams = new Set(hasContentWords ? gramsOf(safeNfkc(contentText)) : gramsOf(norm))
  for (const gram of gramsOf(norm)) weights.set(`g${gram}`, contentGrams.has(gram) ? 1 : FUNCTION_WORD_WEIGHT)
  return weights
}

function comparedForm(text: string): string {
  return normalizeForSearch(text).replace(REPEATED, '$1')
}

function wordTerm(word: string): string {
  return [...word].slice(0, LONGEST_WORD).join('')
}

function gramsOf(norm: string): string[] {
  return cutAtScripts(norm.replace(TONE_MARKS, '')).flatMap((piece) =>
    piece.split(NOT_LETTERS).flatMap(gramsOfRun),
  )
}

function gramsOfRun(run: string): string[] {
  const letters = [...run]
  if (letters.length === 0) return []
  if (letters.length <= GRAM) return [run]
  return letters.slice(0, letters.length - GRAM + 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
}

export function fieldOf(term: string): Field {
  return term.startsWith('w') ? 'word' : 'gram'
}
