/** Pause of an official account after the first, second, third … 429 in a row. */
const CHANNEL_PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 60_000] as const

/** Which official accounts LINE has asked to slow down, and until when. One account's pause concerns no other. */
export class ChannelPauses {
  private readonly paused = new Map<string, { until: number; inARow: number }>()
  private readonly pauses: readonly number[]

  constructor(pauses: readonly number[] = CHANNEL_PAUSES_MS) {
    this.pauses = pauses
  }

  /** LINE has refused for the rate: the account rests, at least as long as LINE asked for. Answers until when, in ms. */
  throttled(channelKey: string, now: number, atLeastMs: number): number {
    const before = this.paused.get(channelKey)
    // Several that were on their way together are refused together: that is one refusal.
    if (before !== undefined && before.until > now) {
      before.until = Math.max(before.until, now + atLeastMs)
      return before.until
    }
    const inARow = (before?.inARow ?? 0) + 1
    const pause = this.pauses[Math.min(inARow, this.pauses.length) - 1] ?? 0
    const until = now + Math.max(pause, atLeastMs)
    this.paused.set(channelKey, { until, inARow })
    return until
  }

  accepted(channelKey: string, now: number): void {
    if ((this.paused.get(channelKey)?.until ?? 0) <= now) this.paused.delete(channelKey)
  }

  /** The accounts that rest at this moment. */
  at(now: number): string[] {
    return [...this.paused].filter(([, { until }]) => until > now).map(([key]) => key)
  }
}
