import { questionsOf } from 'shared/contract/knowledge/knowledge-text.ts'

/** What was written over several lines, as one question of a field that takes one in each line. */
export function inOneLine(text: string): string {
  return questionsOf(text).join(' ')
}
