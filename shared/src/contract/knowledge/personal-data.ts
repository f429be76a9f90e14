import { safeNfkc } from '../safe-normalize.ts'

/** Figures of any script that stand together, with the blanks, line ends, strokes, dots and brackets that people write between them. */
const RUNS = /[+(（[［]?\p{Nd}(?:[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}.．·•/／_+＋\p{M}]*\p{Nd})*/gu
/** A telephone number with commas; no amount begins with a zero. */
const WITH_COMMAS = /[0๐０]\p{Nd}{1,2},\s?\p{Nd}{3,4},\s?\p{Nd}{3,4}/gu
/** A date or a time by itself: what else has many figures. */
const DATES = /(?<!\S)(?:\p{Nd}{1,2}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{2,4}|\p{Nd}{1,2}\.\p{Nd}{2})(?!\S)/u
/** The shortest number of a person: a telephone's. */
const FEWEST = 9
/** Parts of one number with blanks or slashes between. */
const MOST_PARTS = 20
/** Runs of the signs of which addresses of mail are made. */
const MAIL_SIGNS = /[a-z0-9._%+@-]+/gi

export type PersonalDataKind = 'phone' | 'account' | 'id_card' | 'email'

export interface PersonalData {
  kind: PersonalDataKind
  /** As it stands in the text. */
  text: string
}

/** What in a text looks like it belongs to one person: telephone, account, card and citizen numbers, addresses of mail. A hint, no proof. */
export function findPersonalData(text: string): PersonalData[] {
  const runs = [...text.matchAll(MAIL_SIGNS)].map(([run]) => run.replace(/[.-]$/, ''))
  const mails = runs.filter(isMail).map((mail): PersonalData => ({ kind: 'email', text: mail }))
  const numbers = [...text.matchAll(RUNS)].flatMap(([run]) => {
    if (figuresOf(run).length < FEWEST) return []
    const found = run.split('\n').flatMap(numbersIn)
    // One that goes on in the next line; lines of amounts are none.
    return found.length > 0 ? found : numbersIn(run).filter(({ kind }) => kind === 'phone')
  })
  return [...mails, ...numbers]
}

/**
 * The same text without addresses of mail and without anything that could be a person's number, whatever its kind: for whoever needs the
 * question and nobody's number. More is hidden than `findPersonalData` finds: also what is written over several lines or messages, and
 * long numbers of any other meaning.
 */
export function hidePersonalData(text: string): string {
  const hide = (run: string): string => run.replace(/\p{Nd}/gu, '*')
  return text
    .replace(MAIL_SIGNS, (run) => (isMail(run) ? run.replace(/[^@.-]/g, '*') : run))
    .replace(RUNS, (run) => (figuresOf(run).length >= FEWEST ? hide(run) : run))
    .replace(WITH_COMMAS, hide)
}

function isMail(run: string): boolean {
  const at = run.indexOf('@')
  return at > 0 && /[a-z0-9]\.[a-z]{2}/i.test(run.slice(at + 1))
}

/** Numbers that stand beside each other are told apart: by telephone numbers first, whose form is the surest. */
function numbersIn(run: string): PersonalData[] {
  return run.split(DATES).flatMap((stretch) => {
    const parts = [...stretch.matchAll(/[^\s/／]+/g)]
    /** What begins with a part, the shortest first. */
    const begun = parts.map(({ index: from }, first) =>
      parts.slice(first, first + MOST_PARTS).flatMap(({ 0: part, index }, more) => {
        const text = stretch.slice(from, index + part.length)
        const kind = kindOf(figuresOf(text))
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

function figuresOf(text: string): string {
  return text.replace(/\P{Nd}/gu, '').replace(/\D/g, asciiFigure)
}

/** Of other scripts only how many there are is known. */
function asciiFigure(figure: string): string {
  const thai = '๐๑๒๓๔๕๖๗๘๙'.indexOf(figure)
  return thai >= 0 ? `${thai}` : safeNfkc(figure).replace(/\D/, '1')
}

function kindOf(figures: string): PersonalDataKind | undefined {
  if (/^(?:0[2-9]\d{7,8}|66[2-9]\d{7,8})$/.test(figures)) return 'phone'
  if (figures.length === 13) return 'id_card'
  if (figures.length >= 10 && figures.length <= 19) return 'account'
  return undefined
}
