import { textMatcher } from 'shared/contract/search-text.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import { suggestionLabel } from './suggestion-text.ts'

/** Search text after a `/`, and the position of this `/` in the field. */
export interface Slash {
  from: number
  query: string
}

const MAX_QUERY = 40
/** Words that find all images, in addition to their names. */
const IMAGE_WORDS = 'รูปภาพ image'

/** Finds a `/` at the start of the field or after white space, but not the `/` in a date or URL. */
export function slashAt(text: string, cursor: number): Slash | null {
  if (cursor === 0) return null
  const from = text.lastIndexOf('/', cursor - 1)
  if (from < 0 || (from > 0 && !/\s/.test(text[from - 1] ?? ''))) return null
  const query = text.slice(from + 1, cursor)
  return query.length > MAX_QUERY || /\s/.test(query) ? null : { from, query }
}

/** Finds suggestions. Ignores differences in the text that are not visible. */
export function findSuggestions(items: readonly Suggestion[], query: string): Suggestion[] {
  const matches = textMatcher(query)
  return items.filter((item) => {
    const words = item.image_url === null ? suggestionLabel(item) : `${suggestionLabel(item)} ${IMAGE_WORDS}`
    return matches(words)
  })
}
