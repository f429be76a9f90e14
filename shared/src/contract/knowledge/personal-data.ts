import { safeNfkc } from '../safe-normalize.ts'

/** Matches digits of any script, with the separators that people write between them. */
const DIGIT_RUNS = /[+(（[［]?\p{Nd}(?:[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}.．·•/／_+＋\p{M}]*\p{Nd})*/gu
/** Matches a phone number that is written with commas. It must begin with zero, unlike an amount. */
const WITH_COMMAS = /[0๐０]\p{Nd}{1,2},\s?\p{Nd}{3,4},\s?\p{Nd}{3,4}/gu
/** Matches dates and times outside of longer numbers. They may have many digits, but are not personal data. */
const DATES = /(?<!\S)(?:\p{Nd}{1,2}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{2,4}|\p{Nd}{1,2}\.\p{Nd}{2})(?!\S)/u
const MIN_DIGITS = 9
/** Maximum number of parts, separated by blanks or slashes, that can form one number. */
const MAX_PARTS = 20
const MAIL_CHARACTERS = /[a-z0-9._%+@-]+/gi

export type PersonalDataKind = 'phone' | 'account' | 'id_card' | 'email'

export interface PersonalData {
  kind: PersonalDataKind
  text: string
}

/**
 * Finds probable phone, account, card and citizen id numbers, and email addresses. May miss some or find wrong ones.
 */
export function findPersonalData(text: string): PersonalData[] {
  const runs = [...text.matchAll(MAIL_CHARACTERS)].map(([run]) => run.replace(/[.-]$/, ''))
  const mails = runs.filter(isMail).map((mail): PersonalData => ({ kind: 'email', text: mail }))
  const numbers = [...text.matchAll(DIGIT_RUNS)].flatMap(([run]) => {
    if (digitsOf(run).length < MIN_DIGITS) return []
    const found = run.split('\n').flatMap(numbersIn)
    // Across lines, finds only phone numbers: amounts on several lines are not one long number.
    return found.length > 0 ? found : numbersIn(run).filter(({ kind }) => kind === 'phone')
  })
  return [...mails, ...numbers]
}

/** Hides more than `findPersonalData` finds: also numbers split across lines or messages, and other long numbers. */
export function hidePersonalData(text: string): string {
  const hide = (run: string): string => run.replace(/\p{Nd}/gu, '*')
  return text
    .replace(MAIL_CHARACTERS, (run) => (isMail(run) ? run.replace(/[^@.-]/g, '*') : run))
    .replace(DIGIT_RUNS, (run) => (digitsOf(run).length >= MIN_DIGITS ? hide(run) : run))
    .replace(WITH_COMMAS, hide)
}

function isMail(run: string): boolean {
  const at = run.indexOf('@')
  return at > 0 && /[a-z0-9]\.[a-z]{2}/i.test(run.slice(at + 1))
}

/** Finds the numbers in a run of digits. Phone numbers are found first, because their format is the most reliable. */
function numbersIn(run: string): PersonalData[] {
  return run.split(DATES).flatMap((stretch) => {
    const parts = [...stretch.matchAll(/[^\s/／]+/g)]
    /** Possible numbers that begin at each part, shortest first. */
    const begun = parts.map(({ index: from }, first) =>
      parts.slice(first, first + MAX_PARTS).flatMap(({ 0: part, index }, more) => {
        const text = stretch.slice(from, index + part.length)
        const kind = kindOf(digitsOf(text))
        return kind === undefined ? [] : [{ kind, text, next: first + more + 1 }]
      }),
    )
    const phones = begun.map((numbers) => numbers.find(({ kind }) => kind === 'phone'))
    const found: PersonalData[] = []
    for (let at = 0; at < parts.length; ) {
      const numbers = begun[at] ?? []
      const number =
        phones[at] ??
        numbers.findLast(({ next }) => next === parts.length || phones[next] !== undefined) ??
        numbers.at(-1)
      if (number !== undefined) found.push({ kind: number.kind, text: number.text })
      at = number?.next ?? at + 1
    }
    return found
  })
}

function digitsOf(text: string): string {
  return text.replace(/\P{Nd}/gu, '').replace(/\D/g, asciiDigit)
}

/** Converts a digit to ASCII. Digits other than Thai become 1, because only the number of digits matters. */
function asciiDigit(digit: string): string {
  const thai = '๐๑๒๓๔๕๖๗๘๙'.indexOf(digit)
  return thai >= 0 ? `${thai}` : safeNfkc(digit).replace(/\D/, '1')
}

function kindOf(digits: string): PersonalDataKind | undefined {
  if (/^(?:0[2-9]\d{7,8}|66[2-9]\d{7,8})$/.test(digits)) return 'phone'
  if (digits.length === 13) return 'id_card'
  if (digits.length >= 10 && digits.length <= 19) return 'account'
  return undefined
}
