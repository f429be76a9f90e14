import * as z from 'zod/mini'
import type { BodyOf, ParamsOf, QueryOf } from '../../contract/define-call.ts'
import { deleteEntry, updateEntry } from '../../contract/knowledge/change-entry.call.ts'
import {
  applyImport,
  cancelImport,
  previewImport,
  readImport,
  uploadImportPart,
} from '../../contract/knowledge/import-entries.call.ts'
import { type KnowledgeEntry, KnowledgeEntrySchema } from '../../contract/knowledge/knowledge-entry.ts'
import { knowledgeLogs } from '../../contract/knowledge/knowledge-logs.call.ts'
import { knowledgeSources } from '../../contract/knowledge/knowledge-sources.call.ts'
import { knownQuestions } from '../../contract/knowledge/known-questions.call.ts'
import { listEntries } from '../../contract/knowledge/list-entries.call.ts'
import { logChanges, undoLog } from '../../contract/knowledge/log-changes.call.ts'
import { addPage, listPages, refreshPage } from '../../contract/knowledge/pages.call.ts'
import { readEntry } from '../../contract/knowledge/read-entry.call.ts'
import { searchKnowledge } from '../../contract/knowledge/search-knowledge.call.ts'
import { upsertKnowledge } from '../../contract/knowledge/upsert-knowledge.call.ts'
import { asRaw, firstText } from '../../contract/raw-json.ts'
import { healthz } from '../../contract/system/healthz.call.ts'
import { isApiError } from '../api-error.ts'
import { deskApi } from '../desk-api.ts'

// API calls that conversations also use; they are in the same chunk as the other knowledge calls.
export {
  decidedOf,
  fetchAnswers,
  fetchOpenQuestions,
  fetchProposals,
  fetchProposalTexts,
  postAccept,
  postAnswerDraft,
  postDecline,
  postDismiss,
  postProposal,
} from './knowledge-in-conversation.queries.ts'

/** Timeout in ms for imports, because the server needs longer for a large import. */
const WHOLE_SOURCE_MS = 120_000

export async function fetchHealth(signal?: AbortSignal) {
  return (await deskApi.call(healthz, { signal })).status
}

export function fetchSources(signal?: AbortSignal) {
  return deskApi.call(knowledgeSources, { signal })
}

export async function fetchLogs(query: Partial<QueryOf<typeof knowledgeLogs>>, signal?: AbortSignal) {
  return (await deskApi.call(knowledgeLogs, { query, signal })).items
}

export function postKnowledge(body: BodyOf<typeof upsertKnowledge>) {
  return deskApi.call(upsertKnowledge, { body })
}

export function postSearch(body: BodyOf<typeof searchKnowledge>, signal?: AbortSignal) {
  return deskApi.call(searchKnowledge, { body, signal })
}

export async function fetchEntries(query: QueryOf<typeof listEntries>, signal?: AbortSignal) {
  return (await deskApi.call(listEntries, { query, signal })).items
}

export function fetchEntry(id: string, signal?: AbortSignal) {
  return deskApi.call(readEntry, { params: { id }, signal })
}

export function fetchKnownQuestions(body: BodyOf<typeof knownQuestions>, signal?: AbortSignal) {
  return deskApi.call(knownQuestions, { body, signal })
}

/** Changes an entry. Fails with `conflict` when the entry has changed since `version` (see `conflictOf`). */
export function putEntry(id: string, body: BodyOf<typeof updateEntry>) {
  return deskApi.call(updateEntry, { params: { id }, body })
}

export async function removeEntry({ id, version }: Pick<KnowledgeEntry, 'id' | 'version'>): Promise<void> {
  await deskApi.call(deleteEntry, { params: { id }, query: { version } })
}

export function fetchChanges(id: string, query: Partial<QueryOf<typeof logChanges>>, signal?: AbortSignal) {
  return deskApi.call(logChanges, { params: { id }, query, signal })
}

/** Returns null while the undo is still in progress. */
export async function postUndo(id: string) {
  return (await deskApi.call(undoLog, { params: { id } })).log
}

export async function putImportPart(
  params: ParamsOf<typeof uploadImportPart>,
  text: string,
  signal?: AbortSignal,
): Promise<void> {
  await deskApi.call(uploadImportPart, { params, body: { text }, signal })
}

export function postImportPreview(body: BodyOf<typeof previewImport>, signal?: AbortSignal) {
  return deskApi.call(previewImport, { body, signal, timeoutMs: WHOLE_SOURCE_MS })
}

/** Starts an import. Fails with `conflict` when the result would now differ from the preview. */
export function postImport(body: BodyOf<typeof applyImport>) {
  return deskApi.call(applyImport, { body, timeoutMs: WHOLE_SOURCE_MS })
}

export function fetchImport(id: string, signal?: AbortSignal) {
  return deskApi.call(readImport, { params: { id }, signal })
}

export function postImportCancel(id: string) {
  return deskApi.call(cancelImport, { params: { id } })
}

export async function fetchPages(query: Partial<QueryOf<typeof listPages>>, signal?: AbortSignal) {
  return (await deskApi.call(listPages, { query, signal })).items
}

export function postPage(body: BodyOf<typeof addPage>) {
  return deskApi.call(addPage, { body })
}

export function postPageRefresh(id: string) {
  return deskApi.call(refreshPage, { params: { id } })
}

export interface KnowledgeConflict {
  /** The current entry, which another user has changed. Null when the response contains no entry. */
  entry: KnowledgeEntry | null
  /** Id of another entry that already has the text to be stored. */
  knownId: string | null
}

/** Returns the data of a `conflict` error. Null for other errors. */
export function conflictOf(error: unknown): KnowledgeConflict | null {
  if (!isApiError(error) || error.code !== 'conflict') return null
  const body = asRaw(error.body)
  const entry = z.safeParse(KnowledgeEntrySchema, body.entry)
  return { entry: entry.success ? entry.data : null, knownId: firstText(body, 'known_id') ?? null }
}
