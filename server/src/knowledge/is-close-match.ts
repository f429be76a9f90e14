import type { FoundChunk, SearchContext } from './search-knowledge.ts'

/**
 * Minimum coverage of a close match. Measured with 1,481 Thai questions and half of the texts that answer them
 * (iapp-wiki-qa): 2 % of the questions with an answer are below this coverage, and 16 % of those without an answer are
 * above it.
 */
const ANSWERED = 0.5

/** Returns true when a chunk matches by its words or, if the words are not sufficient, by its meaning. */
export function isCloseMatch({ vectors }: SearchContext, { coverage, nearness }: FoundChunk): boolean {
  return coverage >= ANSWERED || (vectors !== null && nearness >= vectors.same)
}
