import { normalizeDigits, numberSeparators } from './numbers-in-text.ts'
import { safeNfkc } from './safe-normalize.ts'

/** Version of the text normalization. When it increases, columns with normalized texts are rebuilt. */
export const SEARCH_NORM_VERSION = 2

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const THAI_MARKS = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{2,}/g

/** Order in which keyboards with input checks write marks: vowels and NIKHAHIT, tone marks, silencing signs. */
function weightOf(mark: string): number {
  if (/[\u0e48-\u0e4b]/.test(mark)) return 1
  return mark === '\u0e4c' || mark === '\u0e4e' ? 2 : 0
}

/** Changes characters only inside each cluster (`CLUSTERS`), so that a text can be normalized in parts. */
function normalizeClusters(text: string): string {
  return safeNfkc(text.replace(INVISIBLE, ''))
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(THAI_MARKS, (marks) =>
      [...new Set(marks)].sort((a, b) => weightOf(a) - weightOf(b) || (a < b ? -1 : 1)).join(''),
    )
}

/**
 * Converts texts that look the same to the same text: case, width (NFKC; also `เเ` to `แ`, `ำ` to `ํา`), order and
 * repetition of a consonant's marks, invisible characters, blanks. The result is never displayed.
 */
export function normalizeText(text: string): string {
  return collapseBlanks(text).trim()
}

function collapseBlanks(text: string): string {
  return normalizeClusters(text).replaceAll('เเ', 'แ').replace(/\s+/g, ' ')
}

/** Returns `normalizeText` of a text, with ASCII digits and without separators in numbers. */
export function normalizeForSearch(text: string): string {
  return withoutSeparators(normalizeDigits(normalizeText(text)))
}

/** Returns the forms of a query; a text must contain one of them. A phone number has a form with 0 and one with 66. */
export function searchForms(typed: string): string[] {
  const norm = normalizeForSearch(typed)
  if (norm === '') return []
  // Separators are removed only in long numbers (`4-56789`): a short number may be a range or a list.
  const joined =
    norm.replace(/\D/g, '').length < MIN_JOINED_DIGITS
      ? norm
      : norm.replace(/(?<=\d)[-\u2010-\u2015\u2212, ](?=\d)/g, '')
  const international = joined.replace(/^0(?=[2-9]\d{7,8}$)/, '66')
  const domestic = joined.replace(/^\+?66(?=[2-9]\d{7,8}$)/, '0')
  return [...new Set([norm, joined, international, domestic])]
}

/** Returns a function that tells whether a text matches the query. An empty query matches every text. */
export function textMatcher(typed: string): (text: string) => boolean {
  const forms = searchForms(typed)
  return (text) => {
    if (forms.length === 0) return true
    const norm = normalizeForSearch(text)
    return forms.some((form) => norm.includes(form))
  }
}

const MIN_JOINED_DIGITS = 5

function withoutSeparators(text: string): string {
  let [from, joined] = [0, '']
  for (const at of numberSeparators(text)) {
    joined += text.slice(from, at)
    from = at + 1
  }
  return joined + text.slice(from)
}

/** Length of a part in UTF-16 units. A part ends at the first boundary after `least`, or otherwise at `most`. */
const PART_LENGTH = { least: 256, most: 2_048 }
/**
 * Matches a boundary, where a text may be divided: before a letter or a symbol (emoji, unit) that neither NFKC nor a
 * rule of the search form combines with the preceding character. Excludes เ (of `เเ`), characters that `CLUSTERS` adds
 * to the preceding one, and characters whose NFKC form starts with a blank or a symbol.
 */
const BOUNDARIES =
  /(?![\u037a\u0e33\u0e40\u0eb3\u1160-\u11ff\u203c\u2049\u3131-\u318e\ud7b0-\ud7ff\ufc5e-\ufc63\ufe70-\ufe7e\uff9e-\uffdc\u{16d67}\u{16d68}])[\p{L}\p{Extended_Pictographic}\u249c-\u24e9\u3300-\u3357\u3371-\u33df]/gu

interface SearchPart {
  text: string
  norm: string
}

/**
 * Divides a text into normalized parts. Together they equal `normalizeForSearch` of the text, except for blanks at the
 * start and end of the text. A match that crosses the end of a part of maximum length is not found.
 */
export function searchParts(whole: string): SearchPart[] {
  const parts: SearchPart[] = []
  for (let from = 0; from < whole.length; ) {
    const longest = whole.slice(from, from + PART_LENGTH.most)
    BOUNDARIES.lastIndex = PART_LENGTH.least
    // When the end would divide a surrogate pair, the whole pair belongs to the next part.
    const end = BOUNDARIES.exec(longest)?.index ?? longest.replace(/(?<=[\s\S])[\ud800-\udbff]$/, '').length
    const text = whole.slice(from, from + end)
    parts.push({ text, norm: withoutSeparators(normalizeDigits(collapseBlanks(text))) })
    from += end
  }
  return parts
}

/**
 * Matches a character together with all characters that NFKC may combine with it: marks, characters that decompose into
 * marks (SARA AM, half-width voicing), Hangul vowels and finals, two vowels of Kirat Rai, and invisible characters.
 */
const CLUSTERS =
  /[\s\S][\p{M}\u0e33\u0eb3\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uff9e-\uffdc\u{16d67}\u{16d68}\u00ad\u200b-\u200f\u2060\ufeff]*/gu

/** A converted text. `starts` and `ends` contain, for each UTF-16 unit of `text`, its range in the original text. */
export interface MappedText {
  text: string
  starts: number[]
  ends: number[]
}

/** Returns `normalizeForSearch` of a text with the original positions, in one pass. */
export function normalizeWithPositions(original: string): MappedText {
  const mapped: MappedText = { text: '', starts: [], ends: [] }
  for (const { 0: cluster, index } of original.matchAll(CLUSTERS)) {
    const normalized = normalizeDigits(normalizeClusters(cluster))
    mapped.text += normalized
    for (let unit = 0; unit < normalized.length; unit += 1) {
      mapped.starts.push(index)
      mapped.ends.push(index + cluster.length)
    }
  }
  const joined = replaceMapped(replaceMapped(mapped, /เเ/g, 'แ'), /\s+/g, ' ')
  const whole = replaceMapped(joined, /^ | $/g, '')
  const dropped = new Set(numberSeparators(whole.text))
  const isRetained = (_unit: number, at: number) => !dropped.has(at)
  return {
    text: withoutSeparators(whole.text),
    starts: whole.starts.filter(isRetained),
    ends: whole.ends.filter(isRetained),
  }
}

/** Replaces matches. All UTF-16 units of a replacement get the original range of the whole match. */
function replaceMapped({ text, starts, ends }: MappedText, pattern: RegExp, replacement: string): MappedText {
  const replaced: MappedText = { text: text.replace(pattern, replacement), starts: [], ends: [] }
  let from = 0
  const copyUntil = (to: number): void => {
    for (; from < to; from += 1) {
      replaced.starts.push(starts[from] ?? 0)
      replaced.ends.push(ends[from] ?? 0)
    }
  }
  for (const { 0: match, index } of text.matchAll(pattern)) {
    copyUntil(index)
    from += match.length
    for (let unit = 0; unit < replacement.length; unit += 1) {
      replaced.starts.push(starts[index] ?? 0)
      replaced.ends.push(ends[from - 1] ?? 0)
    }
  }
  copyUntil(text.length)
  return replaced
}
