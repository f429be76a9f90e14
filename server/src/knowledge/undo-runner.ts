import { randomUUID } from 'node:crypto'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { JobRunner, resultWithin } from './job-runner.ts'
import {
  createUndo,
  failAbandonedUndos,
  failUndo,
  isBeingUndone,
  leaseDueUndo,
  RENEW_EVERY_MS,
  recordUndone,
  releaseUndo,
  renewUndo,
  type UndoJob,
} from './undo-job.store.ts'
import { undoWithin } from './undo-log.ts'
import { countLogChanges, findLog } from './update-log.store.ts'

const RESPONSE_MS = 8_000

export const undoRunner = new JobRunner<UndoJob, KnowledgeLog>({
  idOf: ({ logId }) => logId,
  leaseDue: leaseDueUndo,
  failAbandoned: failAbandonedUndos,
  run: undo,
  isFinal: isConflict,
  async fail(db, job, error, now) {
    const knownId = isConflict(error) ? error.extra.known_id : null
    await failUndo(
      db,
      job,
      {
        error: isConflict(error) ? 'conflict' : 'internal',
        knownId: typeof knownId === 'string' ? knownId : null,
      },
      now,
    )
  },
  release: releaseUndo,
  warnings: {
    failed: 'a change of the knowledge base could not be undone',
    unread: 'unfinished undos could not be read; retrying',
    unrecorded: 'the end of an undo could not be recorded',
  },
})

/**
 * Returns null when the undo takes longer than `responseMs` and continues. Throws `not_found`; `conflict` when an entry
 * has been changed since, or with `known_id` when another entry now has an earlier text or page.
 */
export async function undoLog(
  context: ServerContext,
  staffId: string,
  logId: string,
  responseMs = RESPONSE_MS,
): Promise<{ log: KnowledgeLog | null }> {
  const { db } = context
  const line = await findLog(db, logId)
  if (line === undefined) throw new DeskError('not_found')
  if (line.import?.state === 'running') throw new DeskError('conflict', { import_running: true })
  const { total, isChangedSince } = await countLogChanges(db, logId)
  if (isChangedSince) throw new DeskError('conflict')
  const job = await createUndo(db, { logId, staffId, total }, randomUUID(), context.now())
  let result = job === undefined ? undoRunner.find(db, logId) : undoRunner.run(context, job)
  if (result === undefined) {
    if (!(await isBeingUndone(db, logId))) throw new DeskError('conflict')
    // A concurrent request may have created the undo without having started its job yet.
    result = undoRunner.find(db, logId)
  }
  return { log: await resultWithin(result, responseMs) }
}

function isConflict(error: unknown): error is DeskError {
  return error instanceof DeskError && error.code === 'conflict'
}

async function undo(context: ServerContext, job: UndoJob, signal: AbortSignal): Promise<KnowledgeLog> {
  const { db } = context
  const lost = new AbortController()
  const lose = () => lost.abort(new Error('another server has claimed this undo'))
  const renewing = setInterval(() => {
    // The lease may expire while the database is unavailable; the next batch detects the lost lease.
    renewUndo(db, job).then(
      (isOurs) => isOurs || lose(),
      () => {},
    )
  }, RENEW_EVERY_MS)
  try {
    return await undoWithin(context, job, async (done) => {
      signal.throwIfAborted()
      if (!(await recordUndone(db, job, done))) lose()
      lost.signal.throwIfAborted()
    })
  } finally {
    clearInterval(renewing)
  }
}
