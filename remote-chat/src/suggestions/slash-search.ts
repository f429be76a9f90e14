import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { textMatcher } from 'shared/contract/thai-text.ts'
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

/** Those in whose words the query stands, in their order; what looks the same is the same. */
export function findSuggestions(items: readonly Suggestion[], query: string): Suggestion[] {
  const isWanted = textMatcher(query)
  return items.filter((item) => {
    const words =
      item.image_url === null ? suggestionLabel(item) : `${suggestionLabel(item)} ${PICTURE_WORDS}`
    return isWanted(words)
  })
}
