import { changeKnowledge } from './change-knowledge.ts'
import {
  endImport,
  failAbandonedImports,
  type ImportJob,
  leaseDueImport,
  releaseImport,
} from './import-job.store.ts'
import { JobRunner } from './job-runner.ts'
import { writePortion } from './write-import-batch.ts'

export const importRunner = new JobRunner<ImportJob, void>({
  idOf: ({ id }) => id,
  leaseDue: leaseDueImport,
  failAbandoned: failAbandonedImports,
  async run({ db, now }, job, signal) {
    signal.throwIfAborted()
    while (await changeKnowledge(db, (tx) => writePortion(tx, job, now()))) {
      job.attempts = 0
      signal.throwIfAborted()
    }
  },
  fail: (db, job, _error, now) => endImport(db, job, 'failed', now),
  release: releaseImport,
  warnings: {
    failed: 'an import into the knowledge base could not be continued',
    unread: 'unfinished imports could not be read; retrying',
    unrecorded: 'the end of an import could not be recorded',
  },
})
