import { numberSeparators } from 'shared/contract/numbers-in-text.ts'
import { normalizeForSearch } from 'shared/contract/search-text.ts'
import { normalizeText } from './normalized-text.ts'
import { TONE_MARKS } from './search-terms.ts'
import { contentTexts, isFunctionWord, joinVowels, segmentsOf } from './thai-words.ts'

/** Highlighted range of a text in UTF-16 units, which starts and ends between graphemes. */
export interface Highlight {
  from: number
  to: number
}

const MAX_HIGHLIGHTS = 20
/** Minimum length of a run of letters that is highlighted although it is no word. */
const LEAST_RUN = 4
const GRAM = 3
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu
/** Maximum number of cached letters with their marks, of which real texts have few. */
const MAX_CACHED = 10_000
const MAX_CACHED_LENGTH = 4
const known = new Map<string, string>()
const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Finds matches, ignoring case, width and tone marks. The ranges are in order and do not overlap. */
export function highlightsOf(question: string, content: string): Highlight[] {
  const { questionWords, fillers, grams } = readQuestion(question)
  const written = normalizeText(content)
  const text = lettersOf(written)
  const marked = new Uint8Array(text.letters.length)
  markWords(written, text, questionWords.size > 0 ? questionWords : fillers, marked)
  if (questionWords.size > 0) markRuns(written, text, grams, marked)
  return rangesOf(content, text, marked)
}

interface ReadQuestion {
  questionWords: ReadonlySet<string>
  fillers: ReadonlySet<string>
  grams: ReadonlySet<string>
}

/** Caches the last question, because its results are highlighted one after the other. */
let lastRead: (ReadQuestion & { question: string }) | undefined

function readQuestion(question: string): ReadQuestion {
  if (lastRead?.question !== question)
    lastRead = { question, ...readWords(question), grams: gramsOf(lettersOf(question).letters) }
  return lastRead
}

interface Letters {
  /** Letters of the text, normalized for comparison and without tone marks. */
  letters: string[]
  /** Start offset of each letter, and the end offset of the last letter. */
  positions: number[]
}

function lettersOf(text: string): Letters {
  const letters: string[] = []
  const positions: number[] = []
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const plain = plainOf(cluster)
    for (const letter of plain) {
      // Users type "เ" twice instead of "แ", which looks the same.
      if (letter === 'เ' && letters.at(-1) === 'เ') {
        letters[letters.length - 1] = 'แ'
        continue
      }
      letters.push(letter)
      positions.push(index)
    }
  }
  const dropped = new Set(numberSeparators(letters.map((letter) => letter.charAt(0)).join('')))
  const isRetained = (_letter: unknown, at: number) => !dropped.has(at)
  return { letters: letters.filter(isRetained), positions: [...positions.filter(isRetained), text.length] }
}

function plainOf(cluster: string): string {
  const before = known.get(cluster)
  if (before !== undefined) return before
  const plain = normalizeForSearch(cluster).replace(TONE_MARKS, '') || ' '
  if (cluster.length <= MAX_CACHED_LENGTH && known.size < MAX_CACHED) known.set(cluster, plain)
  return plain
}

function readWords(question: string): { questionWords: Set<string>; fillers: Set<string> } {
  const questionWords = new Set<string>()
  const fillers = new Set<string>()
  for (const { segment, isWordLike } of segmentsOf(joinVowels(normalizeForSearch(question)))) {
    const word = lettersOf(segment).letters.join('')
    if (isWordLike && word.length > 1) (isFunctionWord(segment) ? fillers : questionWords).add(word)
  }
  return { questionWords, fillers }
}

/** Compares whole words, so that a word inside another word is not marked. */
function markWords(
  content: string,
  text: Letters,
  questionWords: ReadonlySet<string>,
  marked: Uint8Array,
): void {
  let at = 0
  for (const { segment, index, isWordLike } of segmentsOf(content)) {
    while ((text.positions[at] ?? content.length) < index) at += 1
    const from = at
    while (at < text.letters.length && (text.positions[at] ?? 0) < index + segment.length) at += 1
    if (isWordLike && questionWords.has(text.letters.slice(from, at).join(''))) marked.fill(1, from, at)
  }
}

function markRuns(
  content: string,
  { letters, positions }: Letters,
  questionWords: ReadonlySet<string>,
  marked: Uint8Array,
): void {
  let from = -1
  for (let at = 0; at <= letters.length; at += 1) {
    const gram = letters.slice(at, at + GRAM)
    const isMatch = gram.length === GRAM && questionWords.has(gram.join(''))
    if (isMatch && from < 0) from = at
    if (isMatch || from < 0) continue
    const to = at - 1 + GRAM
    if (to - from >= LEAST_RUN && contentTexts(content.slice(positions[from], positions[to])).length > 0)
      marked.fill(1, from, to)
    from = -1
  }
}

function gramsOf(letters: readonly string[]): Set<string> {
  const grams = new Set<string>()
  for (let at = 0; at + GRAM <= letters.length; at += 1) {
    const gram = letters.slice(at, at + GRAM)
    if (!gram.some((letter) => /[^\p{L}\p{M}\p{N}]/u.test(letter))) grams.add(gram.join(''))
  }
  return grams
}

function rangesOf(content: string, { positions }: Letters, marked: Uint8Array): Highlight[] {
  const clusters = graphemes.segment(content)
  const found: Highlight[] = []
  for (let at = 0; at < marked.length; at += 1) {
    if (marked[at] !== 1) continue
    const begins = at
    while (marked[at + 1] === 1) at += 1
    const from = clusters.containing(positions[begins] ?? 0)?.index ?? 0
    let next = at + 1
    while (next < positions.length && (positions[next] ?? 0) <= (positions[at] ?? 0)) next += 1
    const end = positions[next] ?? content.length
    const last = clusters.containing(end - 1)
    const to = last === undefined ? end : last.index + last.segment.length
    const before = found.at(-1)
    if (before !== undefined && content.slice(before.to, from).trim() === '')
      before.to = Math.max(before.to, to)
    else if (found.length < MAX_HIGHLIGHTS) found.push({ from, to })
    else break
  }
  return found
}
