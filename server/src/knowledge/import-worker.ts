import { parentPort } from 'node:worker_threads'
import { ImportWork } from './import-work.ts'
import type { WorkerCall, WorkerResult } from './open-import-work.ts'

const work = new ImportWork()

parentPort?.on('message', ({ method, args }: WorkerCall) => {
  let result: WorkerResult
  try {
    const run = work[method] as (...args: unknown[]) => unknown
    result = { value: run.apply(work, args) }
  } catch (error) {
    result = { error }
  }
  parentPort?.postMessage(result)
})
