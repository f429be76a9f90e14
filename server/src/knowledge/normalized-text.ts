import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { ANSWER, DETAIL, PROMOTION, QUESTION } from 'shared/contract/knowledge/knowledge-text.ts'
import type { Chunk } from './split-text.ts'

const LABELS = {
  general: new RegExp(`^(?:${QUESTION}|${ANSWER})`, 'gm'),
  promotion: new RegExp(`^(?:${PROMOTION}|${DETAIL})`, 'gm'),
}
const IMAGE_LINES = /^\[IMAGE:[^\]\s]+\][^\S\n]*$/gm

/** Replaces the labels of the text template by spaces, so that a search for "รายละเอียด" does not match every text. */
export function normalizeText(text: string): string {
  const begins = text.trimStart()
  const labels = begins.startsWith(QUESTION)
    ? LABELS.general
    : begins.startsWith(PROMOTION)
      ? LABELS.promotion
      : null
  const blank = (found: string) => ' '.repeat(found.length)
  return (labels === null ? text : text.replace(labels, blank)).replace(IMAGE_LINES, blank)
}

/** Search words that match all texts of a source, as in "มีโปรอะไรบ้าง". */
const KINDS: Readonly<Record<string, string>> = { [KNOWLEDGE_SOURCES.promotion]: 'โปรโมชั่น promotion' }

export function searchedText({ heading, content, source }: Chunk & { source: string }): string {
  return `${normalizeText(`${heading}\n${content}`)}\n${KINDS[source] ?? ''}`
}
