import type { FastifyInstance } from 'fastify'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { deleteEntry, updateEntry } from 'shared/contract/knowledge/change-entry.call.ts'
import {
  applyImport as applyCall,
  cancelImport as cancelCall,
  previewImport as previewCall,
  readImport as readImportCall,
  uploadImportPart,
} from 'shared/contract/knowledge/import-entries.call.ts'
import { knowledgeLogs } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { knowledgeSources } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { knownQuestions } from 'shared/contract/knowledge/known-questions.call.ts'
import { listEntries as listCall } from 'shared/contract/knowledge/list-entries.call.ts'
import { logChanges, undoLog as undoCall } from 'shared/contract/knowledge/log-changes.call.ts'
import { addPage, listPages as listPagesCall, refreshPage } from 'shared/contract/knowledge/pages.call.ts'
import { readEntry } from 'shared/contract/knowledge/read-entry.call.ts'
import { searchKnowledge as searchCall } from 'shared/contract/knowledge/search-knowledge.call.ts'
import { upsertKnowledge as upsertCall } from 'shared/contract/knowledge/upsert-knowledge.call.ts'
import { DeskError } from '../desk-error.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { editEntry, readChanges, removeEntry } from './change-entries.ts'
import { countSources, findEntry, listEntries, readLastChanges } from './entry.store.ts'
import { applyImport, cancelImport, previewImport, readImport } from './import-calls.ts'
import { storePart } from './import-upload.store.ts'
import { entryOf, logOf, momentOf, resultOf } from './knowledge-responses.ts'
import { findKnownQuestions } from './known-questions.ts'
import { searchKnowledge } from './search-knowledge.ts'
import { undoLog } from './undo-runner.ts'
import { listLogs } from './update-log.store.ts'
import { upsertKnowledge } from './upsert-knowledge.ts'
import { listPages } from './web-page.store.ts'
import { Pages } from './web-pages.ts'

/** Maximum body size in bytes, for 2 MB of text: JSON escapes line ends and quotation marks with two bytes. */
const IMPORT_BODY = { bodyLimit: 4 * 1024 * 1024 + 64 * 1024 }

export async function knowledgeRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { db } = context
  serveCall(app, knowledgeSources, async () => {
    const found = new Map((await countSources(db)).map((row) => [row.source, row]))
    return Object.values(KNOWLEDGE_SOURCES).map((source) => {
      const { chunks = 0, last_ingested_at: at = null } = found.get(source) ?? {}
      return { source, chunks, last_ingested_at: at && momentOf(at) }
    })
  })
  serveCall(app, knowledgeLogs, async ({ query }) => ({ items: (await listLogs(db, query)).map(logOf) }))
  serveCall(app, upsertCall, (request) => upsertKnowledge(context, request))
  serveCall(app, searchCall, async ({ body }) => {
    const found = await searchKnowledge(context, body.query, body.top_k)
    const changes = await readLastChanges(
      db,
      found.map(({ entryId }) => entryId),
    )
    return { results: found.map((chunk) => resultOf(context, chunk, changes.get(chunk.entryId))) }
  })
  serveCall(app, listCall, async ({ query }) => ({ items: (await listEntries(db, query)).map(entryOf) }))
  serveCall(app, knownQuestions, ({ body }) => findKnownQuestions(context, body))
  serveCall(app, readEntry, async ({ params }) => {
    const entry = await findEntry(db, params.id)
    if (entry === undefined) throw new DeskError('not_found')
    return entryOf(entry)
  })
  serveCall(app, updateEntry, (request) => editEntry(context, request))
  serveCall(app, deleteEntry, async (request) => {
    await removeEntry(context, request)
    return { ok: true as const }
  })
  serveCall(app, logChanges, (request) => readChanges(context, request))
  serveCall(app, undoCall, ({ signedIn, params }) => undoLog(context, signedIn.staff.id, params.id))
  serveCall(
    app,
    previewCall,
    ({ signedIn, body }) => previewImport(context, signedIn.staff.id, body),
    IMPORT_BODY,
  )
  serveCall(
    app,
    uploadImportPart,
    async ({ signedIn, params, body }) => {
      const part = { uploadId: params.id, no: params.no, text: body.text }
      const isStored = await storePart(db, part, signedIn.staff.id, context.now())
      if (!isStored) throw new DeskError('payload_too_large')
      return { ok: true as const }
    },
    IMPORT_BODY,
  )
  serveCall(app, readImportCall, ({ params }) => readImport(context, params.id))
  serveCall(app, cancelCall, ({ params }) => cancelImport(context, params.id))
  serveCall(
    app,
    applyCall,
    ({ signedIn, body }) => applyImport(context, signedIn.staff.id, body),
    IMPORT_BODY,
  )
  const pages = new Pages(context)
  serveCall(app, listPagesCall, async ({ query }) => ({
    items: (await listPages(db, query)).map((row) => ({
      ...row,
      read_at: momentOf(row.read_at),
      updated_at: momentOf(row.updated_at),
    })),
  }))
  serveCall(app, addPage, (request) => pages.add(request))
  serveCall(app, refreshPage, (request) => pages.refresh(request))
}
