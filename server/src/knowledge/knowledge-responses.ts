import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { QUESTION, readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import type { KnowledgeChange } from 'shared/contract/knowledge/log-changes.call.ts'
import type { KnowledgeResult } from 'shared/contract/knowledge/search-knowledge.call.ts'
import type { EntryRow, LastChange } from './entry.store.ts'
import { highlightsOf } from './highlight.ts'
import { isCloseMatch } from './is-close-match.ts'
import type { FoundChunk, SearchContext } from './search-knowledge.ts'
import type { ChangeRow, LogRow } from './update-log.store.ts'

export function entryOf(row: EntryRow): KnowledgeEntry {
  return {
    ...row,
    ...periodOf(row.valid_from, row.valid_until),
    created_at: momentOf(row.created_at),
    updated_at: momentOf(row.updated_at),
  }
}

export function logOf({ beginning, removed, ...row }: LogRow): KnowledgeLog {
  return {
    ...row,
    ...(removed !== null && { removed }),
    excerpt: beginning === null ? null : excerptOf(beginning),
    origin: row.origin === 'url' ? 'url' : 'manual',
    at: momentOf(row.at),
    undo: row.undo && { ...row.undo, at: momentOf(row.undo.at) },
  }
}

export function changeOf(row: ChangeRow): KnowledgeChange {
  return {
    entry_id: row.entry_id,
    before:
      row.before_text === null
        ? null
        : { text: row.before_text, ...periodOf(row.before_from, row.before_until) },
    after: row.text === null ? null : { text: row.text, ...periodOf(row.valid_from, row.valid_until) },
  }
}

export function resultOf(
  context: SearchContext,
  chunk: FoundChunk,
  changed: LastChange | undefined,
): KnowledgeResult {
  const { content, source, entryId, url, score, coverage, question } = chunk
  return {
    content,
    source,
    entry_id: entryId,
    origin: url === null ? 'manual' : 'url',
    url,
    ...(changed && {
      ...periodOf(changed.valid_from, changed.valid_until),
      updated_at: momentOf(changed.updated_at),
      updated_by: changed.updated_by,
    }),
    coverage: Math.min(Number(coverage.toFixed(2)), 1),
    is_close: isCloseMatch(context, chunk),
    score: Number(score.toPrecision(4)),
    highlights: highlightsOf(question, content),
  }
}

/** Maximum length in graphemes: a cut inside a grapheme would leave single marks or half an emoji. */
const EXCERPT = 120
const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

function excerptOf(text: string): string {
  const content = readKnowledgeText(text)
  const line =
    content.kind === 'general' ? content.questions[0] : content.kind === 'promotion' ? content.name : null
  // A text that was cut before its answer is not recognized as a question with an answer, so its first line is used.
  const plain = text.trim().replace(QUESTION, '').trim().split('\n', 1)[0]
  return Array.from(graphemes.segment(line || plain || ''), ({ segment }) => segment)
    .slice(0, EXCERPT)
    .join('')
}

function periodOf(from: string | null, until: string | null) {
  return {
    valid_from: from === null ? null : momentOf(from),
    valid_until: until === null ? null : momentOf(until),
  }
}

export function momentOf(written: string): string {
  return new Date(written).toISOString()
}
