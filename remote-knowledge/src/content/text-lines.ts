import { questionsOf } from 'shared/contract/knowledge/knowledge-text.ts'

/** Joins lines into one question, for a field with one question per line. */
export function inOneLine(text: string): string {
  return questionsOf(text).join(' ')
}
