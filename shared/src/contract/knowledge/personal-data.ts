/** Figures that stand together, with the blanks and strokes that people write between them. */
const FIGURES = /\+?\d(?:[\d\s.-]{7,22})\d/g
const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}\.\p{L}{2,10}/gu

export type PersonalDataKind = 'phone' | 'account' | 'id_card' | 'email'

export interface PersonalData {
  kind: PersonalDataKind
  /** As it stands in the text. */
  text: string
}

/** What in a text looks like it belongs to one person: telephone, account, card and citizen numbers, addresses of mail. A hint, no proof. */
export function findPersonalData(text: string): PersonalData[] {
  const found: PersonalData[] = [...text.matchAll(MAIL)].map(([mail]) => ({ kind: 'email', text: mail }))
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

function kindOf(figures: string): PersonalDataKind | undefined {
  const digits = figures.replace(/\D/g, '')
  if (/^(?:0[2-9]\d{7,8}|66[2-9]\d{7,8})$/.test(digits)) return 'phone'
  if (digits.length === 13) return 'id_card'
  if (digits.length >= 10 && digits.length <= 19) return 'account'
  return undefined
}
