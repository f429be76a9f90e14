import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { normalizeText } from 'shared/contract/search-text.ts'

/** Returns the questions or the promotion's name, or null. `isCut`: the text has more questions than given. */
export function topicOf(text: string, isCut = false): string | null {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') return null
  if (content.kind === 'promotion') return `promotion\n${normalizeText(content.name)}`
  const sorted = content.questions.map(normalizeText).sort()
  const questions = sorted.filter((question, at) => question !== sorted[at - 1])
  return `${OF_QUESTIONS}${questions.join('\n')}${isCut ? MORE : ''}`
}

const OF_QUESTIONS = 'questions\n'
/** Marks an entry of which only the first questions were read. No row has this mark, so no row changes the entry. */
const MORE = '\n…'

export function questionsIn(topic: string | null): string[] {
  return topic?.startsWith(OF_QUESTIONS) ? topic.slice(OF_QUESTIONS.length).split('\n') : []
}
