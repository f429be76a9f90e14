import { setTimeout as pause } from 'node:timers/promises'
import { withJitter } from './jitter.ts'

const DRAIN_POLL_MS = 20

/** How many may be claimed: in all, and of one official account (`taken` of it are at work already). */
export interface ClaimPlaces {
  total: number
  perChannel: number
  taken: ReadonlyMap<string, number>
}

export interface ClaimLoopOptions<Claim> {
  /** How often it looks by itself, for what is due again or was left by a process that died. */
  pollMs: number
  /** Claims at work at the same time: of all official accounts, and of one. */
  atOnce: number
  atOncePerChannel: number
  /** Once, before the first claim, and again until it succeeds: what an earlier process has left. */
  takeOver(): Promise<void>
  /** Takes what is due, under a lease. */
  claim(places: ClaimPlaces): Promise<Claim[]>
  channelOf(claim: Claim): string
  /** Does one claim; answers in how many ms it is due again, where that is known. `end` fires when the loop stops. */
  work(claim: Claim, end: AbortSignal): Promise<number | undefined>
  onClaimError(error: unknown): void
  onWorkError(error: unknown, claim: Claim): void
}

/**
 * Works off rows that several processes share, each under a lease: claims as many as there are places, again as soon as one is done, when
 * it is woken, when a row is due again, and every `pollMs`. Only one look at a time; what is woken meanwhile looks once more.
 */
export class ClaimLoop<Claim> {
  private readonly options: ClaimLoopOptions<Claim>
  private readonly running = new Map<Promise<void>, string>()
  private readonly end = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private claiming: Promise<void> | undefined
  private isWokenAgain = false
  private hasTakenOver = false
  /** Nobody waits for it any more: what it has taken is left to the next process. */
  private isOver = false

  /** Begins at once. */
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

  /**
   * Takes nothing more, tells what is at work to end, and waits for it, and for a look that is under way, at most so long. What is left
   * is due again when its lease is over.
   */
  async stop(withinMs: number): Promise<void> {
    this.end.abort()
    clearTimeout(this.timer)
    const ended = Promise.resolve(this.claiming).then(() => Promise.all(this.running.keys()))
    await Promise.race([ended, pause(withinMs, undefined, { ref: false })])
    this.isOver = true
  }

  /** Resolves when nothing is at work and `isEmpty` says that nothing waits. */
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
    const { atOnce, atOncePerChannel: perChannel, takeOver, claim } = this.options
    const total = atOnce - this.running.size
    if (total <= 0) return
    if (!this.hasTakenOver) await takeOver()
    this.hasTakenOver = true
    if (this.isOver) return
    const taken = new Map<string, number>()
    for (const key of this.running.values()) taken.set(key, (taken.get(key) ?? 0) + 1)
    const claimed = await claim({ total, perChannel, taken })
    if (!this.isOver) for (const each of claimed) this.begin(each)
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

  /** Wakes earlier than the next poll when something is due before it. */
  private wakeIn(ms: number | undefined): void {
    if (ms !== undefined && ms < this.options.pollMs) setTimeout(() => this.wake(), ms + 1).unref()
  }
}
