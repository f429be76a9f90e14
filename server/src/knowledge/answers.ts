import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import type { KnowledgeChange } from 'shared/contract/knowledge/log-changes.call.ts'
import type { KnowledgeResult } from 'shared/contract/knowledge/search-knowledge.call.ts'
import type { EntryRow, LastChange } from './entry.store.ts'
import { highlightsOf } from './highlight.ts'
import type { ChangeRow, LogRow } from './history.store.ts'
import type { FoundChunk } from './search-knowledge.ts'

/** What the calls answer, of the rows as the database gives them. */

export function entryOf(row: EntryRow): KnowledgeEntry {
  return {
    ...row,
    ...periodOf(row.valid_from, row.valid_until),
    created_at: momentOf(row.created_at),
    updated_at: momentOf(row.updated_at),
  }
}

export function logOf(row: LogRow): KnowledgeLog {
  return {
    ...row,
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
  { content, source, entryId, url, score, asked }: FoundChunk,
  changed: LastChange | undefined,
): KnowledgeResult {
  return {
    content,
    source,
    entry_id: entryId,
    origin: url === null ? 'manual' : 'url',
    url,
    ...(changed && { updated_at: momentOf(changed.updated_at), updated_by: changed.updated_by }),
    score: Number(score.toPrecision(4)),
    highlights: highlightsOf(asked, content),
  }
}

function periodOf(from: string | null, until: string | null) {
  return {
    valid_from: from === null ? null : momentOf(from),
    valid_until: until === null ? null : momentOf(until),
  }
}

function momentOf(written: string): string {
  return new Date(written).toISOString()
}
