import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/client.ts'
import { type Fold, startFold } from '../fold.ts'
import type { ServerContext } from '../server-context.ts'
import { changeKnowledge } from './change-knowledge.ts'
import {
  endImport,
  failAbandonedImports,
  giveImportBack,
  type ImportJob,
  MAX_ATTEMPTS,
  takeDueImport,
} from './import-job.store.ts'
import { writePortion } from './import-portion.ts'
import { isWaiting } from './is-waiting.ts'

const LOOK_MS = 5_000
/** A portion that could not be written is due again after this time. */
const AGAIN_SECS = 5
const NOT_IMPORTED = 'an import into the knowledge base could not be continued'

/** The imports that this server works on, by id. */
interface AtWork {
  running: Map<string, Promise<void>>
  end: AbortController
}
const servers = new WeakMap<Db['$client'], AtWork>()

function atWorkOf({ $client }: Db): AtWork {
  const known = servers.get($client) ?? { running: new Map(), end: new AbortController() }
  servers.set($client, known)
  return known
}

/** Continues an import behind the responses of the server. */
export function continueImport(context: ServerContext, job: ImportJob): Promise<void> {
  const { running } = atWorkOf(context.db)
  const end = attempt(context, job).finally(() => {
    if (running.get(job.id) === end) running.delete(job.id)
  })
  running.set(job.id, end)
  return end
}

/** Returns when this server has ended its work on an import, or after `ms`. */
export async function awaitImport({ db }: ServerContext, id: string, ms: number): Promise<void> {
  const patience = new AbortController()
  const late = pause(ms, undefined, { signal: patience.signal, ref: false }).catch(() => undefined)
  await Promise.race([atWorkOf(db).running.get(id), late])
  patience.abort()
}

/** Continues imports that a server has left when it ended, and those that failed for now. */
export function startImportJobs(context: ServerContext): Fold {
  const { db, availability } = context
  const atWork = atWorkOf(db)
  const fold = startFold({
    take: async () => {
      for (const log of await failAbandonedImports(db, context.now())) context.log.warn({ log }, NOT_IMPORTED)
      const job = await takeDueImport(db, randomUUID())
      if (job === undefined) return 0
      await continueImport(context, job)
      return 1
    },
    atOnce: 1,
    lookMs: LOOK_MS,
    onError: (error) => availability.warn(error, 'unfinished imports could not be read; trying again'),
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

/** Never rejects: what failed is noted on the import. */
async function attempt(context: ServerContext, job: ImportJob): Promise<void> {
  const { db, availability } = context
  const { signal } = atWorkOf(db).end
  let attempts = job.attempts
  try {
    signal.throwIfAborted()
    while (await changeKnowledge(db, (tx) => writePortion(tx, job, context.now()))) {
      attempts = 0
      signal.throwIfAborted()
    }
  } catch (error) {
    if (!signal.aborted) availability.warn(error, NOT_IMPORTED, { log: job.logId })
    const hasOnlyWaited = signal.aborted || isWaiting(error)
    try {
      if (hasOnlyWaited || attempts < MAX_ATTEMPTS)
        await giveImportBack(db, job, { afterSecs: signal.aborted ? 0 : AGAIN_SECS, hasOnlyWaited })
      else await endImport(db, job, 'failed', context.now())
    } catch (unnoted) {
      // The lease ends by itself.
      availability.warn(unnoted, 'how an import ended could not be noted', { log: job.logId })
    }
  }
}
