import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { suggestionLabel } from './suggestion-text.ts'

/** What is looked for, and where its `/` stands in the field. */
export interface Slash {
  from: number
  query: string
}

const MAX_QUERY = 40
/** By these words pictures are found, whatever they are called. */
const PICTURE_WORDS = 'รูปภาพ image'

/**
 * The search that is typed at the cursor: a `/` at the beginning of the field or after white space, and what follows up to the cursor.
 * Dates, addresses of the web and the like have something before their `/`; white space or another `/` ends the search.
 */
export function slashAt(text: string, cursor: number): Slash | null {
  if (cursor === 0) return null
  const from = text.lastIndexOf('/', cursor - 1)
  if (from < 0 || (from > 0 && !/\s/.test(text[from - 1] ?? ''))) return null
  const query = text.slice(from + 1, cursor)
  return query.length > MAX_QUERY || /\s/.test(query) ? null : { from, query }
}

/** Those in whose words each part of the query stands, in their order. */
export function findSuggestions(items: readonly Suggestion[], query: string): Suggestion[] {
  const wanted = searchable(query)
  return items.filter((item) => {
    const words =
      item.image_url === null ? suggestionLabel(item) : `${suggestionLabel(item)} ${PICTURE_WORDS}`
    return searchable(words).includes(wanted)
  })
}

/** What looks the same is the same: small letters, one form of each mark, nothing that takes no room. */
function searchable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll('เเ', 'แ')
}
