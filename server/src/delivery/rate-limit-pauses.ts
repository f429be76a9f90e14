/** Pauses of a channel in ms after LINE's first, second, … consecutive 429 response. */
const CHANNEL_PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 60_000] as const

/** Pauses of rate-limited channels, by a monotonic clock: changes of the system time do not extend a pause. */
export class ChannelPauses {
  private readonly paused = new Map<string, { until: number; inARow: number }>()
  private readonly pauses: readonly number[]
  private readonly clock: () => number

  constructor(pauses: readonly number[] = CHANNEL_PAUSES_MS, clock: () => number = () => performance.now()) {
    this.pauses = pauses
    this.clock = clock
  }

  /** Records a 429 response: pauses the channel for at least `atLeastMs`. Returns the rest of the pause in ms. */
  throttled(channelKey: string, atLeastMs: number): number {
    const now = this.clock()
    const before = this.paused.get(channelKey)
    // Counts the refusals of concurrent requests as one refusal.
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

  /** Ends a pause because staff requested a retry. The next refusal continues the backoff. */
  end(channelKey: string): void {
    const pause = this.paused.get(channelKey)
    if (pause !== undefined) pause.until = Math.min(pause.until, this.clock())
  }

  resting(): string[] {
    const now = this.clock()
    return [...this.paused].filter(([, { until }]) => until > now).map(([key]) => key)
  }
}
