import { withJitter } from './jitter.ts'

export interface Fold {
  stop(): Promise<void>
}

export interface FoldOptions {
  /** Brings in up to so many of what was noted; answers how many it was, undefined where another server is at it. */
  take(limit: number): Promise<number | undefined>
  /** Rows in one transaction: a few large ones cost less than many small ones. */
  atOnce: number
  /** How long it rests when there is nothing more. */
  lookMs: number
  onError(error: unknown): void
}

/** Works off what triggers have noted, soon after its commit and never in its transaction, until it is stopped. What fails is tried again. */
export function startFold({ take, atOnce, lookMs, onError }: FoldOptions): Fold {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = look()

  async function look(): Promise<void> {
    try {
      while (!stopped && (await take(atOnce)) === atOnce);
    } catch (error) {
      onError(error)
    }
    if (stopped) return
    timer = setTimeout(() => {
      running = look()
    }, withJitter(lookMs))
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
