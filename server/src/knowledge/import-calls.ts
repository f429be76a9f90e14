import { randomUUID } from 'node:crypto'
import type {
  ImportPreview,
  ImportState,
  previewImport as previewCall,
} from 'shared/contract/knowledge/import-entries.call.ts'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { readExisting, readTexts } from './import.store.ts'
import {
  addImport,
  findImport,
  type ImportJob,
  isImporting,
  markCancelled,
  removeImport,
  stageStates,
  startImport,
} from './import-job.store.ts'
import { importRunner } from './import-runner.ts'
import { findUploadLength, readPart, removeUpload } from './import-upload.store.ts'
import { type ImportWork, type PlanSummary, SHOWN_LENGTH } from './import-work.ts'
import { resultWithin } from './job-runner.ts'
import { logOf } from './knowledge-responses.ts'
import { type OpenImportWork, withImportWork } from './open-import-work.ts'
import { portionsOf } from './split-into-portions.ts'
import { addLog, findLog, lastLogNo } from './update-log.store.ts'
import { writePortion } from './write-import-batch.ts'

/** Time in ms that a response waits for the end of the import. */
const RESPONSE_MS = 1_000
/** Waiting time in ms for clients without an import id, which is longer because they cannot follow the progress. */
const RESPONSE_WITHOUT_ID_MS = 8_000
const MAX_CONCURRENT = 1_000
/** Maximum number of planning attempts. A plan is made again when another user changed the source in the meantime. */
const MAX_PLANS = 3

type Import = CallRequest<typeof previewCall>['body']

export async function previewImport(
  { db, now }: ServerContext,
  staffId: string,
  given: Import,
): Promise<ImportPreview> {
  return withImportText(
    db,
    staffId,
    given,
    now(),
    async (work, { problem, unused, ignored, unknownHeadings }) => {
      const replace = problem === null && given.replace
      const { counts, entriesNow, digest, overlapping } = await planOf(db, work, { ...given, replace }, now())
      const { rows, omitted, overlaps } = await work('show', await readTextsOf(db, overlapping, SHOWN_LENGTH))
      const changed = rows.flatMap(({ entryId }) => entryId ?? [])
      const before = await readTexts(db, changed, SHOWN_LENGTH)
      return {
        problem,
        rows: rows.map(({ entryId, ...row }) => ({
          ...row,
          before: entryId === null ? null : (before.get(entryId) ?? null),
        })),
        ...(omitted !== null && { omitted, overlaps }),
        unused_columns: unused,
        ignored_rows: ignored,
        unknown_headings: unknownHeadings,
        counts,
        entries_now: entriesNow,
        entries_then: entriesNow + counts.new - counts.removed,
        digest,
      }
    },
  )
}

/** Throws `conflict` when the plan differs from the previewed `digest`, or during another import (`import_running`). */
export async function applyImport(
  context: ServerContext,
  staffId: string,
  given: Import & { digest: string; id?: string | undefined },
  responseMs = given.id === undefined ? RESPONSE_WITHOUT_ID_MS : RESPONSE_MS,
): Promise<ImportState> {
  const { db, now } = context
  const id = given.id ?? randomUUID()
  const begun = await findImport(db, id)
  if (begun === undefined) {
    if (await isImporting(db, given.source)) throw new DeskError('conflict', { import_running: true })
    const { counts, job } = await withImportText(
      db,
      staffId,
      given,
      now(),
      async (work, { problem, hasEntries }) => {
        // An import without entries must not delete all entries of the source.
        if (problem !== null || !hasEntries) throw new DeskError('conflict')
        return begin(context, staffId, { ...given, id }, work)
      },
    )
    if (given.upload !== undefined) await removeUpload(db, given.upload)
    if (job === 'nothing to do')
      return { log: null, counts, progress: { id, state: 'done', done: 0, total: 0, skipped: 0 } }
    if (job !== null) void importRunner.run(context, job)
  }
  await resultWithin(importRunner.find(db, id), responseMs)
  return readImport(context, id)
}

/** Throws `not_found`. */
export async function readImport({ db }: ServerContext, id: string): Promise<ImportState> {
  const found = await findImport(db, id)
  if (found === undefined) throw new DeskError('not_found')
  const { logId, counts, progress } = found
  const log = logId === null ? undefined : await findLog(db, logId)
  return { log: log === undefined ? null : logOf(log), counts, progress }
}

/** Stops an import before its next batch; entries already imported remain. Throws `not_found`. */
export async function cancelImport(context: ServerContext, id: string): Promise<ImportState> {
  await markCancelled(context.db, id)
  await resultWithin(importRunner.find(context.db, id), RESPONSE_MS)
  return readImport(context, id)
}

/** Throws `invalid_request` when there is no text, and `not_found` when the text's upload is not complete. */
async function withImportText<T>(
  db: Db,
  staffId: string,
  { source, text, upload, first_row_is_headings: firstRowIsHeadings }: Import,
  now: Date,
  use: (work: OpenImportWork, read: ReturnType<ImportWork['read']>) => Promise<T>,
): Promise<T> {
  if (text !== undefined)
    return withImportWork(text.length, async (work) => {
      await work('append', text)
      return use(work, await work('read', source, now, firstRowIsHeadings))
    })
  if (upload === undefined)
    throw new DeskError('invalid_request', { reason: 'no_text', message: 'text or upload is required' })
  const length = await findUploadLength(db, upload, staffId)
  if (length === undefined) throw new DeskError('not_found')
  return withImportWork(length, async (work) => {
    for (let no = 0; no < upload.parts; no += 1) {
      const part = await readPart(db, upload, no)
      if (part === undefined) throw new DeskError('not_found')
      await work('append', part)
    }
    return use(work, await work('read', source, now, firstRowIsHeadings))
  })
}

async function planOf(
  db: Db,
  work: OpenImportWork,
  { source, replace }: Pick<Import, 'source' | 'replace'>,
  now: Date,
): Promise<PlanSummary> {
  await work('forget')
  for (const heads of portionsOf(await readExisting(db, source), MAX_CONCURRENT)) await work('hold', heads)
  return work('plan', await readTextsOf(db, await work('known')), { replace, now })
}

async function readTextsOf(
  db: Db,
  ids: readonly string[],
  length: number | null = null,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const portion of portionsOf([...new Set(ids)], MAX_CONCURRENT))
    for (const [id, text] of await readTexts(db, portion, length)) texts.set(id, text)
  return texts
}

/** `job` is null when no rows are left after the first batch, or another request has started the import. */
async function begin(
  context: ServerContext,
  staffId: string,
  { id, source, replace, digest }: Import & { digest: string; id: string },
  work: OpenImportWork,
): Promise<{ counts: PlanSummary['counts']; job: ImportJob | 'nothing to do' | null }> {
  const { db, now } = context
  for (let plans = 0; plans < MAX_PLANS; plans += 1) {
    const plannedAt = await lastLogNo(db, source)
    const plan = await planOf(db, work, { source, replace }, now())
    if (plan.digest !== digest) throw new DeskError('conflict')
    const { counts } = plan
    const total = counts.new + counts.changed + counts.removed
    if (total === 0) return { counts, job: 'nothing to do' }
    if (!(await addImport(db, { id, staffId, source, replace, counts, total }, now())))
      return { counts, job: null }
    try {
      for (let from = 0; from < total; from += MAX_CONCURRENT)
        await stageStates(db, id, from, await work('states', from, MAX_CONCURRENT))
      const begun = await changeKnowledge(db, async (tx) => {
        if (await isImporting(tx, source)) throw new DeskError('conflict', { import_running: true })
        if ((await lastLogNo(tx, source)) !== plannedAt) return undefined
        const line = { source, origin: 'manual', action: 'import', staffId, replaced: replace } as const
        const logId = await addLog(tx, line, now())
        const job = { id, logId, source, owner: randomUUID(), attempts: 1 }
        await startImport(tx, job)
        return (await writePortion(tx, job, now())) ? job : null
      })
      if (begun !== undefined) return { counts, job: begun }
    } catch (error) {
      await removeImport(db, id)
      throw error
    }
    await removeImport(db, id)
  }
  throw new DeskError('conflict')
}
