/** Pause of an official account after the first, second, third … 429 in a row. */
const CHANNEL_PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 60_000] as const

/**
 * Which official accounts LINE has asked to slow down, and until when. One account's pause concerns no other. They are measured by a
 * clock that nobody sets, so that no pause grows when the machine's is put right.
 */
export class ChannelPauses {
  private readonly paused = new Map<string, { until: number; inARow: number }>()
  private readonly pauses: readonly number[]
  private readonly clock: () => number

  /** `clock` gives ms and never goes back. */
  constructor(pauses: readonly number[] = CHANNEL_PAUSES_MS, clock: () => number = () => performance.now()) {
    this.pauses = pauses
    this.clock = clock
  }

  /** LINE has refused for the rate: the account rests, at least as long as LINE asked for. Answers for how long from now, in ms. */
  throttled(channelKey: string, atLeastMs: number): number {
    const now = this.clock()
    const before = this.paused.get(channelKey)
    // Several that were on their way together are refused together: that is one refusal.
    if (before !== undefined && before.until > now) {
      before.until = Math.max(before.until, now + atLeastMs)
      return before.until - now
    }
    const inARow = (before?.inARow ?? 0) + 1
    const pause = Math.max(this.pauses[Math.min(inARow, this.pauses.length) - 1] ?? 0, atLeastMs)
    this.paused.set(channelKey, { until: now + pause, inARow })
    return pause
  }

  accepted(channelKey: string): void {
    if ((this.paused.get(channelKey)?.until ?? 0) <= this.clock()) this.paused.delete(channelKey)
  }

  /** Ends a pause because a staff member retries now; the next refusal continues the backoff. */
  end(channelKey: string): void {
    const pause = this.paused.get(channelKey)
    if (pause !== undefined) pause.until = Math.min(pause.until, this.clock())
  }

  /** The accounts that rest at this moment. */
  resting(): string[] {
    const now = this.clock()
    return [...this.paused].filter(([, { until }]) => until > now).map(([key]) => key)
  }
}
