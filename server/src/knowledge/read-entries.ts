import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import type { KnowledgeSource } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { countSources, findEntry, listEntries } from './entry.store.ts'
import { entryOf, logOf } from './knowledge-responses.ts'
import { listLogs } from './update-log.store.ts'

export async function readSources({ db }: ServerContext): Promise<KnowledgeSource[]> {
  const found = new Map((await countSources(db)).map((row) => [row.source, row]))
  return Object.values(KNOWLEDGE_SOURCES).map((source) => {
    const row = found.get(source)
    return {
      source,
      chunks: row?.chunks ?? 0,
      last_ingested_at: row === undefined ? null : new Date(row.last_ingested_at).toISOString(),
    }
  })
}

export async function readLogs(
  { db }: ServerContext,
  page: { source?: string | undefined; limit: number; offset: number },
): Promise<{ items: KnowledgeLog[] }> {
  const rows = await listLogs(db, { source: page.source, limit: page.limit, offset: page.offset })
  return { items: rows.map(logOf) }
}

export async function readEntries(
  { db }: ServerContext,
  page: { source: string; limit: number; offset: number },
): Promise<{ items: KnowledgeEntry[] }> {
  return { items: (await listEntries(db, page)).map(entryOf) }
}

/** Throws `not_found`. */
export async function readEntry({ db }: ServerContext, id: string): Promise<KnowledgeEntry> {
  const entry = await findEntry(db, id)
  if (entry === undefined) throw new DeskError('not_found')
  return entryOf(entry)
}
