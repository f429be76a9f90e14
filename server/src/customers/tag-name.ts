import { invalidRequest } from '../desk-error.ts'

/** Matches a zero-width joiner between emoji, as in a family emoji. */
const JOINER = /(?<=\p{Extended_Pictographic}|\p{EMod}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu
const UNSEEN = /\p{C}/u
const SEEN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u

/** Throws `invalid_request` for a tag name that can look like another name. */
export function checkTagName(name: string): void {
  const problem = UNSEEN.test(name.replace(JOINER, ''))
    ? 'must not contain invisible characters'
    : SEEN.test(name)
      ? null
      : 'must contain a letter, a digit or a pictograph'
  if (problem !== null) throw invalidRequest('body', [{ instancePath: '/name', message: problem }])
}
