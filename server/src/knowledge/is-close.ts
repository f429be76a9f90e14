import type { FoundChunk, SearchContext } from './search-knowledge.ts'

/**
 * The share of a question that must stand in a text, words that tell more weighing more, for it to count as answered. Of 1,481 Thai
 * questions against half of the texts that answer them (iapp-wiki-qa) 2 % of those that have an answer have less, and 16 % of those that
 * have none more.
 */
const ANSWERED = 0.5

/** Whether what was found is likely to be what was asked for: by its words or, where these do not tell, by its meaning. */
export function isClose({ vectors }: SearchContext, { coverage, nearness }: FoundChunk): boolean {
  return coverage >= ANSWERED || (vectors !== null && nearness >= vectors.same)
}
