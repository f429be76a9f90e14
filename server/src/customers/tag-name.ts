import { invalidRequest } from '../desk-error.ts'

/** What joins pictographs to one, as a family's. */
const JOINER = /(?<=\p{Extended_Pictographic}|\p{EMod}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu
/** Control characters, and those that cannot be seen or turn the direction of what follows. */
const UNSEEN = /\p{C}/u
const SEEN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u

/** Throws `invalid_request` for a name by which nobody could tell a tag from another. */
export function checkTagName(name: string): void {
  const problem = UNSEEN.test(name.replace(JOINER, ''))
    ? 'must not contain characters that cannot be seen'
    : SEEN.test(name)
      ? null
      : 'must contain a letter, a digit or a pictograph'
  if (problem !== null) throw invalidRequest('body', [{ instancePath: '/name', message: problem }])
}
