import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { ANSWER, DETAIL, PROMOTION, QUESTION } from 'shared/contract/knowledge/knowledge-text.ts'

const LABELS = {
  general: new RegExp(`^(?:${QUESTION}|${ANSWER})`, 'gm'),
  promotion: new RegExp(`^(?:${PROMOTION}|${DETAIL})`, 'gm'),
}
const PICTURES = /^\[IMAGE:[^\]\s]+\][^\S\n]*$/gm

/**
 * Replaces the labels of the template and the image links with spaces of the same length. They occur in every text, so
 * a search for "รายละเอียด" must not match them.
 */
export function normalizeText(text: string): string {
  const begins = text.trimStart()
  const labels = begins.startsWith(QUESTION)
    ? LABELS.general
    : begins.startsWith(PROMOTION)
      ? LABELS.promotion
      : null
  const blank = (found: string) => ' '.repeat(found.length)
  return (labels === null ? text : text.replace(labels, blank)).replace(PICTURES, blank)
}

/** Words by which all texts of a source are found: "มีโปรอะไรบ้าง". */
const KINDS: Readonly<Record<string, string>> = { [KNOWLEDGE_SOURCES.promotion]: 'โปรโมชั่น promotion' }

/** Returns the searchable text of a chunk. */
export function searchedText({
  heading,
  content,
  source,
}: {
  heading: string
  content: string
  source: string
}): string {
  return `${normalizeText(`${heading}\n${content}`)}\n${KINDS[source] ?? ''}`
}
