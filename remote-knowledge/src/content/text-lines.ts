import { questionsOf } from 'shared/contract/knowledge/knowledge-text.ts'

/** Joins the lines of a question, for a field that contains one question per line. */
export function inOneLine(text: string): string {
  return questionsOf(text).join(' ')
}
