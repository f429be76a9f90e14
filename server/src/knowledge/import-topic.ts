import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { normalizeText } from 'shared/contract/thai-text.ts'

/** By what a text is found again whose answer has changed: its questions in any order, a promotion's name; null: it has neither. With `isCut` it has more questions than those. */
export function topicOf(text: string, isCut = false): string | null {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') return null
  if (content.kind === 'promotion') return `promotion\n${normalizeText(content.name)}`
  const sorted = content.questions.map(normalizeText).sort()
  const questions = sorted.filter((question, at) => question !== sorted[at - 1])
  return `${OF_QUESTIONS}${questions.join('\n')}${isCut ? MORE : ''}`
}

const OF_QUESTIONS = 'questions\n'
/** No row has it: an entry of which only the first questions are known is none that a row changes. */
const MORE = '\n…'

/** The questions of a topic. */
export function questionsIn(topic: string | null): string[] {
  return topic?.startsWith(OF_QUESTIONS) ? topic.slice(OF_QUESTIONS.length).split('\n') : []
}
