import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { normalizeForSearch } from 'shared/contract/thai-text.ts'
import type { ServerContext } from '../server-context.ts'
import { entryOf } from './answers.ts'
import { contentHash, findEntry } from './entry.store.ts'
import { searchEach } from './search-knowledge.ts'

/** Questions of a text that are looked for, and texts that each of them is compared with: what says the same is among the best. */
const MAX_QUESTIONS = 20
const COMPARED = 10
const MAX_TOLD = 5

/** Texts of `source` that have a question of `text`, or its promotion's name, and say something else; by each question. */
export async function findKnownQuestions(
  context: ServerContext,
  { source, text, besides }: { source: string; text: string; besides?: string | undefined },
): Promise<{ items: { question: string; entry: KnowledgeEntry }[] }> {
  const asked = topicsOf(text).slice(0, MAX_QUESTIONS)
  if (asked.length === 0) return { items: [] }
  const found = await searchEach(
    context,
    asked.map((question) => ({ text: question, other: null, meaning: null })),
    COMPARED,
  )
  const same = contentHash(text)
  const told = new Map<string, { question: string; entry: KnowledgeEntry }>()
  for (const [place, question] of asked.entries()) {
    const key = keyOf(question)
    for (const chunk of found[place] ?? []) {
      if (
        told.size === MAX_TOLD ||
        chunk.source !== source ||
        chunk.entryId === besides ||
        told.has(chunk.entryId)
      )
        continue
      const entry = await findEntry(context.db, chunk.entryId)
      if (entry === undefined || contentHash(entry.text).equals(same)) continue
      if (topicsOf(entry.text).some((topic) => keyOf(topic) === key))
        told.set(entry.id, { question, entry: entryOf(entry) })
    }
  }
  return { items: [...told.values()] }
}

function topicsOf(text: string): readonly string[] {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') return []
  return content.kind === 'promotion' ? [content.name] : content.questions
}

/** Blanks and signs are no difference. */
function keyOf(question: string): string {
  return normalizeForSearch(question).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}
