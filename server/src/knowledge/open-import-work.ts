import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { DeskError } from '../desk-error.ts'
import { ImportWork } from './import-work.ts'

type Method = Exclude<keyof ImportWork, symbol>
export interface WorkerCall {
  method: Method
  args: unknown[]
}
export type WorkerResult = { value: unknown } | { error: unknown }

/** Calls a method of `ImportWork`. Calls must not overlap. */
export type OpenImportWork = <M extends Method>(
  method: M,
  ...args: Parameters<ImportWork[M]>
) => Promise<ReturnType<ImportWork[M]>>

/** Texts up to this length in UTF-16 units are processed without a worker thread, because starting one takes longer. */
const INLINE_LENGTH = 100_000
/** Memory limit of a thread, for a text of `IMPORT_MAX_BYTES` with its rows and plan, and the entries of the source. */
const WORKER_MEMORY_MB = 1_024
const MAX_WAITING = 8

const large = new PQueue({ concurrency: 1 })

/** `length` is in UTF-16 units. Large imports run one at a time. Throws `unavailable` when too many are queued. */
export async function withImportWork<T>(
  length: number,
  use: (work: OpenImportWork) => Promise<T>,
): Promise<T> {
  if (length <= INLINE_LENGTH) return use(inlineWork())
  if (large.size >= MAX_WAITING) throw new DeskError('unavailable')
  return large.add(async () => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    })
    // Without a listener, a worker error between two calls would end the process.
    worker.on('error', () => {})
    try {
      return await use(workIn(worker))
    } finally {
      await worker.terminate()
    }
  })
}

function inlineWork(): OpenImportWork {
  const work = new ImportWork()
  return async (method, ...args) => {
    const run = work[method] as (...args: unknown[]) => ReturnType<ImportWork[typeof method]>
    return run.apply(work, args)
  }
}

function workIn(worker: Worker): OpenImportWork {
  return async (method, ...args) => {
    const ended = new AbortController()
    try {
      const answered = once(worker, 'message', { signal: ended.signal })
      const exited = once(worker, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`the thread of an import ended with code ${code}`)
      })
      exited.catch(() => undefined)
      worker.postMessage({ method, args } satisfies WorkerCall)
      const [result] = (await Promise.race([answered, exited])) as [WorkerResult]
      if ('error' in result) throw result.error
      return result.value as never
    } finally {
      ended.abort()
    }
  }
}
