import { questionsOf } from 'shared/contract/knowledge/knowledge-text.ts'

export function inOneLine(text: string): string {
  return questionsOf(text).join(' ')
}
