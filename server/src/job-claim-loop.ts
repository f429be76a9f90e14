import { setTimeout as pause } from 'node:timers/promises'
import { withJitter } from './jitter.ts'

const DRAIN_POLL_MS = 20

/** Free capacity for a claim. `inUse`: number of claims in progress, by channel. */
export interface ClaimCapacity {
  total: number
  perChannel: number
  inUse: ReadonlyMap<string, number>
}

export interface ClaimLoopOptions<Claim> {
  /** Polling interval in ms. Polling finds rows that are due again or were left by a process that crashed. */
  pollMs: number
  concurrency: number
  concurrencyPerChannel: number
  /** Takes over rows that an earlier process left behind. Runs before the first claim; retried until it succeeds. */
  takeOver(): Promise<void>
  claim(capacity: ClaimCapacity): Promise<Claim[]>
  channelOf(claim: Claim): string
  /** Processes one claim. Returns ms until the row is due again, if known. The loop aborts `end` when it stops. */
  work(claim: Claim, end: AbortSignal): Promise<number | undefined>
  onClaimError(error: unknown): void
  onWorkError(error: unknown, claim: Claim): void
}

/** Claims due rows, each leased to one process. Claims never overlap; `wake` during a claim triggers another claim. */
export class ClaimLoop<Claim> {
  private readonly options: ClaimLoopOptions<Claim>
  private readonly running = new Map<Promise<void>, string>()
  private readonly end = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private claiming: Promise<void> | undefined
  private isWokenAgain = false
  private hasTakenOver = false
  /** True when the stop timeout has passed: rows that are claimed later are left to the next process. */
  private hasEnded = false

  constructor(options: ClaimLoopOptions<Claim>) {
    this.options = options
    this.poll()
  }

  wake(): void {
    if (this.end.signal.aborted) return
    if (this.claiming !== undefined) {
      this.isWokenAgain = true
      return
    }
    this.claiming = this.fill()
      .catch((error) => this.options.onClaimError(error))
      .finally(() => {
        this.claiming = undefined
        if (!this.isWokenAgain) return
        this.isWokenAgain = false
        this.wake()
      })
  }

  /** Waits up to `withinMs` for work in progress. Unfinished rows become due when their lease expires. */
  async stop(withinMs: number): Promise<void> {
    this.end.abort()
    clearTimeout(this.timer)
    const ended = Promise.resolve(this.claiming).then(() => Promise.all(this.running.keys()))
    await Promise.race([ended, pause(withinMs, undefined, { ref: false })])
    this.hasEnded = true
  }

  async drain(isEmpty: () => Promise<boolean>): Promise<void> {
    while (this.running.size > 0 || !(await isEmpty())) {
      this.wake()
      await pause(DRAIN_POLL_MS)
    }
  }

  private poll(): void {
    this.wake()
    this.timer = setTimeout(() => this.poll(), withJitter(this.options.pollMs))
  }

  private async fill(): Promise<void> {
    const { concurrency, concurrencyPerChannel: perChannel, takeOver, claim } = this.options
    const total = concurrency - this.running.size
    if (total <= 0) return
    if (!this.hasTakenOver) await takeOver()
    this.hasTakenOver = true
    if (this.hasEnded) return
    const inUse = new Map<string, number>()
    for (const key of this.running.values()) inUse.set(key, (inUse.get(key) ?? 0) + 1)
    const claimed = await claim({ total, perChannel, inUse })
    if (!this.hasEnded) for (const each of claimed) this.begin(each)
  }

  private begin(claim: Claim): void {
    const { work, channelOf, onWorkError } = this.options
    const run = work(claim, this.end.signal)
      .then((dueInMs) => this.wakeIn(dueInMs))
      .catch((error) => onWorkError(error, claim))
    this.running.set(run, channelOf(claim))
    void run.finally(() => {
      this.running.delete(run)
      this.wake()
    })
  }

  private wakeIn(ms: number | undefined): void {
    if (ms !== undefined && ms < this.options.pollMs) setTimeout(() => this.wake(), ms + 1).unref()
  }
}
