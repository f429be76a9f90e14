import { withJitter } from './jitter.ts'

export interface Projector {
  stop(): Promise<void>
}

export interface ProjectorOptions {
  /** Processes up to `limit` recorded rows. Returns their number; undefined while another server processes them. */
  projectBatch(limit: number): Promise<number | undefined>
  /** Number of rows per transaction; large, because a few large transactions cost less than many small ones. */
  batchSize: number
  pollMs: number
  onError(error: unknown): void
}

/** Builds a read model from rows that triggers recorded, after the rows are committed. Retries failures. */
export function startProjector({ projectBatch, batchSize, pollMs, onError }: ProjectorOptions): Projector {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = check()

  async function check(): Promise<void> {
    try {
      while (!stopped && (await projectBatch(batchSize)) === batchSize);
    } catch (error) {
      onError(error)
    }
    if (stopped) return
    timer = setTimeout(() => {
      running = check()
    }, withJitter(pollMs))
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
