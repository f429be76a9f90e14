import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { normalizeText } from 'shared/contract/search-text.ts'

/** Returns the questions or promotion name of a text; null for a plain text. `isCut`: `text` lacks some questions. */
export function topicOf(text: string, isCut = false): string | null {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') return null
  if (content.kind === 'promotion') return `promotion\n${normalizeText(content.name)}`
  const sorted = content.questions.map(normalizeText).sort()
  const questions = sorted.filter((question, at) => question !== sorted[at - 1])
  return `${QUESTIONS_PREFIX}${questions.join('\n')}${isCut ? CUT_SUFFIX : ''}`
}

const QUESTIONS_PREFIX = 'questions\n'
/** Ends the topic of an entry whose questions were not all read, so that the topic of no row equals it. */
const CUT_SUFFIX = '\n…'

export function questionsIn(topic: string | null): string[] {
  return topic?.startsWith(QUESTIONS_PREFIX) ? topic.slice(QUESTIONS_PREFIX.length).split('\n') : []
}
