import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

export const NAME_PLACEHOLDER = '{{ชื่อ}}'
/** Placeholder for the polite particle; in questions it is `{{ครับ/คะ}}`. */
export const PARTICLE_PLACEHOLDER = '{{ครับ/ค่ะ}}'
const NAMES = /(คุณ\s*)?\{\{\s*ชื่อ\s*\}\}/g
const PARTICLES = /\{\{\s*ครับ\s*\/\s*(ค่ะ|คะ)\s*\}\}/g
/** Replaces an unknown name; reads naturally after `คุณ` and alone. */
const UNKNOWN_NAME = 'ลูกค้า'
/** Matches the title คุณ, but not the start of a name such as คุณากร, where a vowel or mark follows. */
const THAI_TITLE = /^คุณ(?![\u0e30-\u0e3a\u0e45\u0e47-\u0e4e])/

/** Polite particle of an agent. `female` writes ค่ะ, and in questions คะ. */
export type Particle = 'male' | 'female'

/** Replaces the placeholders of a suggestion. A name that already has the title คุณ gets no second one. */
export function fillPlaceholders(
  text: string,
  { profile }: Pick<Ticket, 'profile'>,
  particle: Particle | null,
): string {
  const name = profile.display_name.trim() || UNKNOWN_NAME
  const filled = text.replace(NAMES, (_, title = '') => (THAI_TITLE.test(name) ? name : `${title}${name}`))
  if (particle === null) return filled
  return filled.replace(PARTICLES, (_, female: string) => (particle === 'male' ? 'ครับ' : female))
}

export const needsParticle = (text: string): boolean => text.search(PARTICLES) >= 0

/** Matches text that looks like a placeholder. */
const PLACEHOLDER_LIKE = /\{\{[^{}]{0,80}\}\}|\{{1,2}(?:ชื่อ|ครับ\/ค่?ะ)\}{1,2}/g

/** Returns text that looks like a placeholder but is none, such as a typo; it would reach the customer unchanged. */
export function unknownPlaceholder(text: string): string | null {
  return text.replace(NAMES, '').replace(PARTICLES, '').match(PLACEHOLDER_LIKE)?.[0] ?? null
}

export function textProblem(text: string): string | undefined {
  if (text.length > TEXT_MAX_UTF16) return 'ข้อความยาวเกินที่ LINE รับได้'
  const unknown = unknownPlaceholder(text)
  return unknown === null
    ? undefined
    : `ไม่รู้จัก ${unknown} ใช้ได้เฉพาะ ${NAME_PLACEHOLDER} และ ${PARTICLE_PLACEHOLDER}`
}

export function suggestionLabel({ text, image_url }: Suggestion): string {
  return text?.trim() || (image_url === null ? '' : 'รูปภาพ')
}
