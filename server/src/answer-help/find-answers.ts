import { ANSWER_SUGGESTIONS, TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import {
  type KnowledgeContent,
  readKnowledgeText,
  separateImages,
} from 'shared/contract/knowledge/knowledge-text.ts'
import type { SuggestedAnswer } from 'shared/contract/knowledge/suggest-answers.call.ts'
import { ImageLinkSchema } from 'shared/contract/request-parts.ts'
import * as z from 'zod'
import { findEntry } from '../knowledge/entry.store.ts'
import { type FoundChunk, searchKnowledge } from '../knowledge/search-knowledge.ts'
import { termsOf } from '../knowledge/search-terms.ts'
import type { ServerContext } from '../server-context.ts'
import { questionWords } from './question-words.ts'

/**
 * The share of a question that must stand in a text, rare words weighing more, for it to count as answered. Of 1,481 Thai questions
 * against half of the texts that answer them (iapp-wiki-qa) 4 % of those that have an answer have less, and 14 % of those that have none
 * more.
 */
const ANSWERED = 0.4
/** With less it is not shown. */
const NEAR = 0.25

/** How soon a lower place counts less, where several searches are put together (reciprocal rank fusion). */
const RANK_BASE = 10
const MAX_MATCHED = 6
const MAX_QUERIES = 8
/** Parts of what was written that are also looked for by themselves, the last ones: a question often stands in a story. */
const PARTS = 4
const LEAST_PART = 6
const TITLE_LENGTH = 120

type Found = FoundChunk & { rank: number }

export interface FoundAnswer extends SuggestedAnswer {
  /** The piece that was found, as it stands in the knowledge base. */
  content: string
}

/** The best answers to what a customer wrote, in one message or several: looked for as a whole and in its parts. */
export async function findAnswers(
  context: Pick<ServerContext, 'db' | 'now'>,
  messages: readonly string[],
): Promise<FoundAnswer[]> {
  const asked = messages.map(questionWords).filter((words) => words !== '')
  const whole = asked.join(' ')
  if (whole === '') return []
  // A blank is where Thai ends a sentence.
  const parts = asked.flatMap((words) => words.split(' ')).filter((part) => part.length >= LEAST_PART)
  const queries = [...new Set([whole, ...asked, ...parts.slice(-PARTS)])].slice(0, MAX_QUERIES)
  const best = new Map<string, Found>()
  for (const [place, query] of queries.entries())
    for (const [at, chunk] of (await searchKnowledge(context, query, ANSWER_SUGGESTIONS * 2)).entries()) {
      const rank = (place === 0 ? 1 : 0.5) / (RANK_BASE + at)
      const known = best.get(chunk.entryId)
      const better = known === undefined || chunk.coverage > known.coverage ? chunk : known
      best.set(chunk.entryId, { ...better, rank: rank + (known?.rank ?? 0) })
    }
  const chosen = [...best.values()]
    .filter(({ coverage }) => coverage >= NEAR)
    .sort((a, b) => Number(b.coverage >= ANSWERED) - Number(a.coverage >= ANSWERED) || b.rank - a.rank)
    .slice(0, ANSWER_SUGGESTIONS)
  const answers = await Promise.all(chosen.map((chunk) => answerOf(context, chunk, whole)))
  return answers.filter((answer) => answer !== undefined)
}

/** Whether the knowledge base answers this, as it is now. */
export async function hasAnswer(context: Pick<ServerContext, 'db' | 'now'>, text: string): Promise<boolean> {
  const asked = questionWords(text)
  if (asked === '') return false
  const found = await searchKnowledge(context, asked, ANSWER_SUGGESTIONS)
  return found.some(({ coverage }) => coverage >= ANSWERED)
}

/** undefined: it was removed meanwhile, or has nothing that could be sent. */
async function answerOf(
  { db }: Pick<ServerContext, 'db'>,
  chunk: Found,
  asked: string,
): Promise<FoundAnswer | undefined> {
  const entry = await findEntry(db, chunk.entryId)
  if (entry === undefined) return undefined
  const whole = readKnowledgeText(entry.text)
  // An answer that LINE would not take, and a text of any other form, are told by the piece that was found.
  const isWhole = whole.kind !== 'plain' && wordsOf(whole).length <= TEXT_MAX_UTF16
  const { words, images } = separateImages(wordsOf(isWhole ? whole : readKnowledgeText(chunk.content)))
  const [link] = whole.kind === 'promotion' ? whole.images : images
  const imageUrl = link !== undefined && z.safeParse(ImageLinkSchema, link).success ? link : null
  if (words === '' && imageUrl === null) return undefined
  return {
    entry_id: entry.id,
    source: entry.source,
    url: chunk.url,
    title: titleOf(whole),
    text: words === '' ? null : words.slice(0, TEXT_MAX_UTF16),
    image_url: imageUrl,
    matched: matchedWords(asked, chunk.content),
    is_close: chunk.coverage >= ANSWERED,
    content: chunk.content,
  }
}

function wordsOf(content: KnowledgeContent): string {
  return content.kind === 'general' ? content.answer : content.text
}

function titleOf(content: KnowledgeContent): string {
  const { kind } = content
  const words =
    kind === 'general' ? content.questions[0] : kind === 'promotion' ? content.name : content.text.trim()
  const [line = ''] = (words ?? '').split('\n', 1)
  return [...line].slice(0, TITLE_LENGTH).join('')
}

/** What of the question stands in a text, as it is compared: words that follow each other together, for the dictionary cuts names apart. */
function matchedWords(asked: string, content: string): string[] {
  const stands = termsOf(content).counts
  const runs = ['']
  for (const { segment, isWordLike } of segmenter.segment(asked))
    if (isWordLike && stands.has(`w${segment}`)) runs.push(`${runs.pop()}${segment}`)
    else runs.push('')
  const words = runs.map((run) => run.replaceAll('\u0e4d\u0e32', '\u0e33')).filter((run) => run.length > 1)
  return [...new Set(words)].slice(0, MAX_MATCHED)
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
