import { ANSWER_SUGGESTIONS, TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import {
  type KnowledgeContent,
  readKnowledgeText,
  separateImages,
} from 'shared/contract/knowledge/knowledge-text.ts'
import { hidePersonalData } from 'shared/contract/knowledge/personal-data.ts'
import type { SuggestedAnswer } from 'shared/contract/knowledge/suggest-answers.call.ts'
import { ImageLinkSchema } from 'shared/contract/request-parts.ts'
import * as z from 'zod'
import { findEntry } from '../knowledge/entry.store.ts'
import { highlightsOf } from '../knowledge/highlight.ts'
import { isCloseMatch } from '../knowledge/is-close-match.ts'
import { entryOf } from '../knowledge/knowledge-responses.ts'
import {
  type FoundChunk,
  otherLayoutOf,
  type Question,
  type SearchContext,
  searchEach,
} from '../knowledge/search-knowledge.ts'
import { hasContent, questionWords } from './question-content-words.ts'
import { looksLikeQuestion } from './question-detection.ts'

const MIN_COVERAGE = 0.3

/** Constant k of reciprocal rank fusion: lower values favor top ranks. */
const RANK_BASE = 10
const MAX_MATCHED = 6
const MAX_QUERIES = 8
/** Maximum length in UTF-16 code units of the text that is compared by meaning. */
const MAX_MEANING_LENGTH = 2_000
/** Number of message parts, counted from the end, that are also searched alone: a question may be part of a story. */
const PARTS = 4
const MIN_PART_LENGTH = 6
const TITLE_LENGTH = 120

type Found = FoundChunk & {
  rank: number
  /** Index of the latest message that this chunk answers; undefined when the chunk only resembles the messages. */
  repliedUpTo: number | undefined
}

export interface FoundAnswer extends SuggestedAnswer {
  content: string
}

/** Takes messages oldest first. Answers to the last message come first; others have an `earlier_question`. */
export async function findAnswers(
  context: SearchContext,
  messages: readonly string[],
): Promise<FoundAnswer[]> {
  const queries = queriesOf(messages)
  const last = Math.max(...queries.map(({ message }) => message))
  const found = await searchEach(context, queries, ANSWER_SUGGESTIONS * 2)
  const best = new Map<string, Found>()
  for (const [index, chunks] of found.entries()) {
    const { message, isWhole, isQuestion } = queries[index] ?? NO_QUERY
    for (const [at, chunk] of chunks.entries()) {
      const rank = (index === queries.length - 1 ? 1 : 0.5) / (RANK_BASE + at)
      const known = best.get(chunk.entryId)
      const betterChunk = known === undefined || chunk.coverage > known.coverage ? chunk : known
      const nearness = Math.max(chunk.nearness, known?.nearness ?? 0)
      const isFromAnswer = isQuestion && isCloseMatch(context, chunk)
      // A chunk found only by the combined query answers the last message; any other chunk answers the message it
      // matches.
      const repliedUpTo =
        !isFromAnswer || (isWhole && known?.repliedUpTo !== undefined)
          ? known?.repliedUpTo
          : Math.max(message, known?.repliedUpTo ?? 0)
      best.set(chunk.entryId, { ...betterChunk, nearness, repliedUpTo, rank: rank + (known?.rank ?? 0) })
    }
  }
  const chosen = [...best.values()]
    .filter(({ coverage, nearness }) => coverage >= MIN_COVERAGE || nearness > 0)
    .sort((a, b) => (b.repliedUpTo ?? -1) - (a.repliedUpTo ?? -1) || b.rank - a.rank)
    .slice(0, ANSWER_SUGGESTIONS)
  const answered = await Promise.all(
    chosen.map(async (chunk) => {
      const answer = await foundAnswerOf(context, chunk)
      const { repliedUpTo = last } = chunk
      const earlier = repliedUpTo < last ? beginningOf(messages[repliedUpTo] ?? '') : null
      return answer && { ...answer, earlier_question: earlier }
    }),
  )
  return answered.filter((answer) => answer !== undefined)
}

interface Query extends Question {
  /** Index of the message that is searched; for the query that combines all messages, index of the last message. */
  message: number
  isWhole: boolean
  /** False for message parts that are no questions: the chunks they find are not treated as answers to the message. */
  isQuestion: boolean
}

const NO_QUERY = { message: 0, isWhole: false, isQuestion: false }

/**
 * One query combines all messages, because customers often split a sentence. The other queries begin with the latest.
 */
function queriesOf(messages: readonly string[]): Query[] {
  const messageQueries = messages
    .map((each, message) => ({ ...questionOf(each), message, isWhole: false, isQuestion: true }))
    .filter(({ text }) => hasContent(text))
  const last = messageQueries.at(-1)
  if (last === undefined) return []
  // Splits messages at spaces, which separate sentences in Thai.
  const parts = messageQueries
    .flatMap(({ text, message }) => text.split(' ').map((part) => ({ text: part, message })))
    .filter(({ text }) => text.length >= MIN_PART_LENGTH && hasContent(text))
    .map((part) => ({
      ...part,
      other: null,
      meaning: null,
      isWhole: false,
      isQuestion: looksLikeQuestion(part.text),
    }))
  const whole = {
    text: messageQueries.map(({ text }) => text).join(' '),
    other: messageQueries.every(({ other }) => other === null)
      ? null
      : messageQueries.map(({ text, other }) => other ?? text).join(' '),
    meaning: hidePersonalData(messages.join('\n').slice(0, MAX_MEANING_LENGTH)),
    message: last.message,
    isWhole: messageQueries.length > 1,
    isQuestion: true,
  }
  const queries = [...(messageQueries.length > 1 ? messageQueries : []), ...parts.slice(-PARTS)]
    .filter(
      ({ text }, index, all) => text !== whole.text && all.findIndex((each) => each.text === text) === index,
    )
    .toSorted((a, b) => b.message - a.message)
  // Puts the combined query last, because its chunks are compared with those that single messages have found.
  return [...queries.slice(0, MAX_QUERIES - 1), whole]
}

export async function hasAnswer(context: SearchContext, text: string): Promise<boolean> {
  const queries = queriesOf([text]).filter(({ isQuestion }) => isQuestion)
  const isAnswered = async (questions: readonly Question[]): Promise<boolean> => {
    const found = await searchEach(context, questions, ANSWER_SUGGESTIONS)
    return found.some((chunks) => chunks.some((chunk) => isCloseMatch(context, chunk)))
  }
  if (queries.length === 0) return false
  if (await isAnswered(queries.map((each) => ({ ...each, meaning: null })))) return true
  return context.vectors !== null && isAnswered(queries.filter(({ meaning }) => meaning !== null))
}

function questionOf(message: string): Question {
  const other = otherLayoutOf(message)
  return {
    text: questionWords(message),
    other: other === null ? null : questionWords(other) || null,
    meaning: null,
  }
}

/** Returns undefined when the entry was removed or has no content to send. */
async function foundAnswerOf(context: SearchContext, chunk: Found): Promise<FoundAnswer | undefined> {
  const entry = await findEntry(context.db, chunk.entryId)
  if (entry === undefined) return undefined
  const { valid_from, valid_until, updated_at } = entryOf(entry)
  const whole = readKnowledgeText(entry.text)
  // Uses only the matching chunk when the whole answer is too long for LINE or the entry has no known format.
  const isWhole = whole.kind !== 'plain' && contentTextOf(whole).length <= TEXT_MAX_UTF16
  const { words, images } = separateImages(contentTextOf(isWhole ? whole : readKnowledgeText(chunk.content)))
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
    matched: matchedWords(chunk),
    is_close: chunk.repliedUpTo !== undefined,
    valid_from,
    valid_until,
    updated_at,
    content: chunk.content,
  }
}

function contentTextOf(content: KnowledgeContent): string {
  return content.kind === 'general' ? content.answer : content.text
}

function titleOf(content: KnowledgeContent): string {
  const { kind } = content
  const words =
    kind === 'general' ? content.questions[0] : kind === 'promotion' ? content.name : content.text.trim()
  const [line = ''] = (words ?? '').split('\n', 1)
  return beginningOf(line)
}

function beginningOf(text: string): string {
  return [...text].slice(0, TITLE_LENGTH).join('')
}

function matchedWords({ question, content }: FoundChunk): string[] {
  const words = highlightsOf(question, content).map(({ from, to }) => content.slice(from, to))
  const distinctWords = [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && other.includes(word)),
  )
  return distinctWords.slice(0, MAX_MATCHED)
}
