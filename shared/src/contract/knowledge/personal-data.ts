/** Figures that stand together, with the blanks and strokes that people write between them. */
const FIGURES = /\+?\d(?:[\d\s.-]{7,22})\d/g
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
  const found: PersonalData[] = runs.filter(isMail).map((mail) => ({ kind: 'email', text: mail }))
  for (const [figures] of text.matchAll(FIGURES)) {
    const kind = kindOf(figures)
    if (kind !== undefined) found.push({ kind, text: figures.trim() })
  }
  return found
}

/** The same text with those figures and addresses made unreadable: for whoever needs the question and nobody's number. */
export function hidePersonalData(text: string): string {
  return findPersonalData(text).reduce(
    (hidden, { text: part }) => hidden.replaceAll(part, part.replace(/[^\s.@-]/gu, '*')),
    text,
  )
}

function isMail(run: string): boolean {
  const at = run.indexOf('@')
  return at > 0 && /[a-z0-9]\.[a-z]{2}/i.test(run.slice(at + 1))
}

function kindOf(figures: string): PersonalDataKind | undefined {
  const digits = figures.replace(/\D/g, '')
  if (/^(?:0[2-9]\d{7,8}|66[2-9]\d{7,8})$/.test(digits)) return 'phone'
  if (digits.length === 13) return 'id_card'
  if (digits.length >= 10 && digits.length <= 19) return 'account'
  return undefined
}
