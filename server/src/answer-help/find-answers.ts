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
import { entryOf } from '../knowledge/answers.ts'
import { findEntry } from '../knowledge/entry.store.ts'
import { highlightsOf } from '../knowledge/highlight.ts'
import { isClose } from '../knowledge/is-close.ts'
import {
  type FoundChunk,
  otherLayoutOf,
  type Question,
  type SearchContext,
  searchEach,
} from '../knowledge/search-knowledge.ts'
import { questionWords, tellsSomething } from './question-words.ts'
import { readsAsQuestion } from './reads-as-question.ts'

/** With less it is not shown. */
const NEAR = 0.3

/** How soon a lower place counts less, where several searches are put together (reciprocal rank fusion). */
const RANK_BASE = 10
const MAX_MATCHED = 6
const MAX_QUERIES = 8
/** Signs of what was written whose meaning is compared. */
const MAX_MEANING = 2_000
/** Parts of what was written that are also looked for by themselves, the last ones: a question often stands in a story. */
const PARTS = 4
const LEAST_PART = 6
const TITLE_LENGTH = 120

type Found = FoundChunk & {
  rank: number
  /** The latest message that it answers; undefined: it comes near, and no more. */
  answersTo: number | undefined
}

export interface FoundAnswer extends SuggestedAnswer {
  /** The piece that was found, as it stands in the knowledge base. */
  content: string
}

/**
 * The best answers to what a customer wrote, in one message or several, oldest first: looked for as a whole, in each message and in its
 * parts. What answers the last message comes first; what answers an earlier one says which.
 */
export async function findAnswers(
  context: SearchContext,
  messages: readonly string[],
): Promise<FoundAnswer[]> {
  const asked = queriesOf(messages)
  const last = Math.max(...asked.map(({ message }) => message))
  const found = await searchEach(context, asked, ANSWER_SUGGESTIONS * 2)
  const best = new Map<string, Found>()
  for (const [place, chunks] of found.entries()) {
    const { message, isWhole, tells } = asked[place] ?? NO_QUERY
    for (const [at, chunk] of chunks.entries()) {
      const rank = (place === asked.length - 1 ? 1 : 0.5) / (RANK_BASE + at)
      const known = best.get(chunk.entryId)
      const better = known === undefined || chunk.coverage > known.coverage ? chunk : known
      const nearness = Math.max(chunk.nearness, known?.nearness ?? 0)
      const isAnswer = tells && isClose(context, chunk)
      // What needs all messages together answers the last; where one of them is enough, it answers that one.
      const answersTo =
        !isAnswer || (isWhole && known?.answersTo !== undefined)
          ? known?.answersTo
          : Math.max(message, known?.answersTo ?? 0)
      best.set(chunk.entryId, { ...better, nearness, answersTo, rank: rank + (known?.rank ?? 0) })
    }
  }
  const chosen = [...best.values()]
    .filter(({ coverage, nearness }) => coverage >= NEAR || nearness > 0)
    .sort((a, b) => (b.answersTo ?? -1) - (a.answersTo ?? -1) || b.rank - a.rank)
    .slice(0, ANSWER_SUGGESTIONS)
  const answered = await Promise.all(
    chosen.map(async (chunk) => {
      const answer = await answerOf(context, chunk)
      const { answersTo = last } = chunk
      const earlier = answersTo < last ? beginningOf(messages[answersTo] ?? '') : null
      return answer && { ...answer, earlier_question: earlier }
    }),
  )
  return answered.filter((answer) => answer !== undefined)
}

interface Query extends Question {
  /** Whose words they are; of all messages together the last. */
  message: number
  isWhole: boolean
  /** Whether what stands there could answer it: a part of a message that asks nothing only helps to find. */
  tells: boolean
}

const NO_QUERY = { message: 0, isWhole: false, tells: false }

/**
 * What is looked for: each message and, where a question stands in a story, its last parts, the last message's first; and all messages
 * together, for people send one sentence in pieces.
 */
function queriesOf(messages: readonly string[]): Query[] {
  const asked = messages
    .map((each, message) => ({ ...questionOf(each), message, isWhole: false, tells: true }))
    .filter(({ text }) => tellsSomething(text))
  const last = asked.at(-1)
  if (last === undefined) return []
  // A blank is where Thai ends a sentence.
  const parts = asked
    .flatMap(({ text, message }) => text.split(' ').map((part) => ({ text: part, message })))
    .filter(({ text }) => text.length >= LEAST_PART && tellsSomething(text))
    .map((part) => ({
      ...part,
      other: null,
      meaning: null,
      isWhole: false,
      tells: readsAsQuestion(part.text),
    }))
  const whole = {
    text: asked.map(({ text }) => text).join(' '),
    other: asked.every(({ other }) => other === null)
      ? null
      : asked.map(({ text, other }) => other ?? text).join(' '),
    meaning: meaningOf(messages.join('\n')),
    message: last.message,
    isWhole: asked.length > 1,
    tells: true,
  }
  const queries = [...(asked.length > 1 ? asked : []), ...parts.slice(-PARTS)]
    .filter(
      ({ text }, place, all) => text !== whole.text && all.findIndex((each) => each.text === text) === place,
    )
    .toSorted((a, b) => b.message - a.message)
  // Behind the others, so that what one message is enough for is known by then.
  return [...queries.slice(0, MAX_QUERIES - 1), whole]
}

/** Whether the knowledge base answers this, as it is now: by its words or, where these do not, by its meaning. */
export async function hasAnswer(context: SearchContext, text: string): Promise<boolean> {
  const asked = queriesOf([text]).filter(({ tells }) => tells)
  const isAnswered = async (questions: readonly Question[]): Promise<boolean> => {
    const found = await searchEach(context, questions, ANSWER_SUGGESTIONS)
    return found.some((chunks) => chunks.some((chunk) => isClose(context, chunk)))
  }
  if (asked.length === 0) return false
  if (await isAnswered(asked.map((each) => ({ ...each, meaning: null })))) return true
  return context.vectors !== null && isAnswered(asked.filter(({ meaning }) => meaning !== null))
}

/** By its words alone, also as they read if the keyboard stood at the other layout. */
function questionOf(message: string): Question {
  const other = otherLayoutOf(message)
  return {
    text: questionWords(message),
    other: other === null ? null : questionWords(other) || null,
    meaning: null,
  }
}

/** What goes to the embedding server of a customer's words. */
function meaningOf(text: string): string {
  return hidePersonalData(text.slice(0, MAX_MEANING))
}

/** undefined: it was removed meanwhile, or has nothing that could be sent. */
async function answerOf(context: SearchContext, chunk: Found): Promise<FoundAnswer | undefined> {
  const entry = await findEntry(context.db, chunk.entryId)
  if (entry === undefined) return undefined
  const { valid_from, valid_until, updated_at } = entryOf(entry)
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
    matched: matchedWords(chunk),
    is_close: chunk.answersTo !== undefined,
    valid_from,
    valid_until,
    updated_at,
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
  return beginningOf(line)
}

function beginningOf(text: string): string {
  return [...text].slice(0, TITLE_LENGTH).join('')
}

/** What of the question stands in a text. */
function matchedWords({ asked, content }: FoundChunk): string[] {
  const words = highlightsOf(asked, content).map(({ from, to }) => content.slice(from, to))
  // Of one that stands in another, that one tells it.
  const different = [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && other.includes(word)),
  )
  return different.slice(0, MAX_MATCHED)
}
