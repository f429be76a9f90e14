import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { findLog, readReach } from './history.store.ts'
import { isWaiting } from './is-waiting.ts'
import {
  askUndo,
  failUndo,
  giveUndoBack,
  giveUpUndos,
  isBeingUndone,
  MAX_ATTEMPTS,
  noteUndone,
  RENEW_EVERY_MS,
  renewUndo,
  takeDueUndo,
  type UndoJob,
} from './undo-job.store.ts'
import { undoWithin } from './undo-log.ts'

/** How long an answer waits for the end: what takes longer goes on behind it. */
const ANSWER_MS = 8_000
const LOOK_MS = 5_000
/** What could not be done now is due again then. */
const AGAIN_SECS = 5
const NOT_UNDONE = 'a change of the knowledge base could not be undone'

/** What the server is at, by line of the history, and what tells it to stop. */
interface AtWork {
  running: Map<string, Promise<KnowledgeLog | null>>
  end: AbortController
}
/** Of each pool of connections. */
const servers = new WeakMap<Db['$client'], AtWork>()

function atWorkOf({ $client }: Db): AtWork {
  const known = servers.get($client) ?? { running: new Map(), end: new AbortController() }
  servers.set($client, known)
  return known
}

/**
 * Puts all entries of a line of the history back to how they read before, or none. Answers the new line of the history, null where that
 * takes longer: a server goes on with it, a later one where this one ends, and the line tells how far it is. Throws `not_found`, or
 * `conflict` where one of them has been changed since, or, with `known_id`, where an earlier text, or its page, stands in another entry
 * now.
 */
export async function undoLog(
  context: ServerContext,
  staffId: string,
  logId: string,
  answerMs = ANSWER_MS,
): Promise<{ log: KnowledgeLog | null }> {
  const { db } = context
  const line = await findLog(db, logId)
  if (line === undefined) throw new DeskError('not_found')
  if (line.import?.state === 'running') throw new DeskError('conflict', { import_running: true })
  const { total, isChangedSince } = await readReach(db, logId)
  if (isChangedSince) throw new DeskError('conflict')
  const job = await askUndo(db, { logId, staffId, total }, randomUUID(), context.now())
  const { running } = atWorkOf(db)
  let end = job === undefined ? running.get(logId) : work(context, job)
  if (end === undefined) {
    if (!(await isBeingUndone(db, logId))) throw new DeskError('conflict')
    // Of two who ask at the same moment the second may hear that it has begun before the first has begun it.
    end = running.get(logId)
    if (end === undefined) return { log: null }
  }
  const patience = new AbortController()
  const late = pause(answerMs, null, { signal: patience.signal, ref: false }).catch(() => null)
  try {
    return { log: await Promise.race([end, late]) }
  } finally {
    patience.abort()
  }
}

/** Goes on with what a server that has ended was at, and tries again what could not be done. */
export function startUndoJobs(context: ServerContext): Fold {
  const { db, availability } = context
  const atWork = atWorkOf(db)
  const fold = startFold({
    take: async () => {
      for (const log of await giveUpUndos(db, context.now())) context.log.warn({ log }, NOT_UNDONE)
      const job = await takeDueUndo(db, randomUUID())
      if (job === undefined) return 0
      await work(context, job).catch(() => undefined)
      return 1
    },
    atOnce: 1,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'it is not known what is to be undone; trying again'),
  })
  return {
    async stop() {
      atWork.end.abort()
      await fold.stop()
      await Promise.allSettled(atWork.running.values())
      servers.delete(db.$client)
    },
  }
}

/** Does it; null: not now. Rejects with its `conflict`, which is noted. */
function work(context: ServerContext, job: UndoJob): Promise<KnowledgeLog | null> {
  const { running } = atWorkOf(context.db)
  const end = attempt(context, job).finally(() => {
    // Where its lease was lost, another one may have begun here.
    if (running.get(job.logId) === end) running.delete(job.logId)
  })
  running.set(job.logId, end)
  // Nobody may wait for it.
  end.catch(() => undefined)
  return end
}

async function attempt(context: ServerContext, job: UndoJob): Promise<KnowledgeLog | null> {
  const { db, availability } = context
  const { signal } = atWorkOf(db).end
  const lost = new AbortController()
  const lose = () => lost.abort(new Error('another server has taken this undo'))
  const renewing = setInterval(() => {
    // Where the database is away the lease may run out: that is found at the next portion.
    renewUndo(db, job).then(
      (isOurs) => isOurs || lose(),
      () => {},
    )
  }, RENEW_EVERY_MS)
  try {
    return await undoWithin(context, job, async (done) => {
      signal.throwIfAborted()
      if (!(await noteUndone(db, job, done))) lose()
      lost.signal.throwIfAborted()
    })
  } catch (error) {
    const isConflict = error instanceof DeskError && error.code === 'conflict'
    const hasOnlyWaited = signal.aborted || isWaiting(error)
    if (!isConflict && !signal.aborted) availability.warn(error, NOT_UNDONE, { log: job.logId })
    try {
      if (isConflict) {
        const { known_id: knownId } = error.extra
        await failUndo(
          db,
          job,
          { error: 'conflict', knownId: typeof knownId === 'string' ? knownId : null },
          context.now(),
        )
      } else if (hasOnlyWaited || job.attempts < MAX_ATTEMPTS)
        await giveUndoBack(db, job, { afterSecs: signal.aborted ? 0 : AGAIN_SECS, hasOnlyWaited })
      else await failUndo(db, job, { error: 'internal', knownId: null }, context.now())
    } catch (unnoted) {
      // Its lease ends by itself.
      availability.warn(unnoted, 'how an undo ended could not be noted', { log: job.logId })
    }
    if (isConflict) throw error
    return null
  } finally {
    clearInterval(renewing)
  }
}
