import { KNOWLEDGE_QUERY_MAX, KNOWN_QUESTIONS_MAX } from 'shared/contract/constants.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import type { ServerContext } from '../server-context.ts'
import { contentHash, findEntry } from './entry.store.ts'
import { readHeads } from './import.store.ts'
import { entryOf } from './knowledge-responses.ts'
import { sameQuestionKey } from './question-key.ts'
import { searchEach } from './search-knowledge.ts'

/** Number of best matches that are compared with a question; an entry with the same question ranks among them. */
const MAX_COMPARED = 10
const MAX_FOUND = 5

/** Finds entries that share a question or the promotion's name with `text` but have different content. */
export async function findKnownQuestions(
  context: ServerContext,
  { source, text, besides }: { source: string; text: string; besides?: string | undefined },
): Promise<{ items: { question: string; entry: KnowledgeEntry }[] }> {
  const questions = topicsOf(text).slice(0, KNOWN_QUESTIONS_MAX)
  if (questions.length === 0) return { items: [] }
  const found = await searchEach(
    context,
    questions.map((question) => ({
      text: question.slice(0, KNOWLEDGE_QUERY_MAX),
      other: null,
      meaning: null,
    })),
    MAX_COMPARED,
  )
  const near = found.map((chunks) =>
    chunks.filter((chunk) => chunk.source === source && chunk.entryId !== besides),
  )
  // The beginnings of the texts contain their questions or promotion names.
  const heads = await readHeads(context.db, [...new Set(near.flat().map(({ entryId }) => entryId))])
  const topics = new Map([...heads].map(([id, head]) => [id, topicsOf(head)]))
  const sameContentHash = contentHash(text)
  const reported = new Map<string, { question: string; entry: KnowledgeEntry }>()
  for (const [index, question] of questions.entries()) {
    const key = sameQuestionKey(question)
    for (const { entryId } of near[index] ?? []) {
      if (reported.size === MAX_FOUND) break
      if (reported.has(entryId) || !topics.get(entryId)?.some((topic) => sameQuestionKey(topic) === key))
        continue
      const entry = await findEntry(context.db, entryId)
      if (entry !== undefined && !contentHash(entry.text).equals(sameContentHash))
        reported.set(entryId, { question, entry: entryOf(entry) })
    }
  }
  return { items: [...reported.values()] }
}

function topicsOf(text: string): readonly string[] {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') return []
  return content.kind === 'promotion' ? [content.name] : content.questions
}
