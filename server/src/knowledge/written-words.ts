import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { ANSWER, DETAIL, PROMOTION, QUESTION } from 'shared/contract/knowledge/knowledge-text.ts'

const LABELS = {
  general: new RegExp(`^(?:${QUESTION}|${ANSWER})`, 'gm'),
  promotion: new RegExp(`^(?:${PROMOTION}|${DETAIL})`, 'gm'),
}
const PICTURES = /^\[IMAGE:[^\]\s]+\][^\S\n]*$/gm

/**
 * What somebody wrote of a text, or of a piece of it: the labels of its template and the addresses of its pictures are blanks of the same
 * length. They stand in every text, and answer nobody who asks for "รายละเอียด".
 */
export function writtenWords(text: string): string {
  const begins = text.trimStart()
  const labels = begins.startsWith(QUESTION)
    ? LABELS.general
    : begins.startsWith(PROMOTION)
      ? LABELS.promotion
      : null
  const blank = (found: string) => ' '.repeat(found.length)
  return (labels === null ? text : text.replace(labels, blank)).replace(PICTURES, blank)
}

/** What the texts of a source are asked for as a whole: "มีโปรอะไรบ้าง". */
const KINDS: Readonly<Record<string, string>> = { [KNOWLEDGE_SOURCES.promotion]: 'โปรโมชั่น promotion' }

/** What a piece of a text is found by. */
export function searchedText({
  heading,
  content,
  source,
}: {
  heading: string
  content: string
  source: string
}): string {
  return `${writtenWords(`${heading}\n${content}`)}\n${KINDS[source] ?? ''}`
}
