const EVERY_MS = 1_000

/** Pending items that are retried after a successful request to LINE: all of them, or only one as a trial. */
export type WakeExtent = 'all' | 'one'

/** Starts retries at most once a second per channel: immediately, and after that second if more requests succeeded. */
export class ChannelWakes {
  private readonly pending = new Map<string, { extent: WakeExtent | undefined; timer: NodeJS.Timeout }>()
  private readonly wake: (channelKey: string, extent: WakeExtent) => void
  private readonly everyMs: number

  constructor(wake: (channelKey: string, extent: WakeExtent) => void, everyMs: number = EVERY_MS) {
    this.wake = wake
    this.everyMs = everyMs
  }

  succeeded(channelKey: string, extent: WakeExtent): void {
    const pending = this.pending.get(channelKey)
    if (pending === undefined) this.run(channelKey, extent)
    else if (pending.extent !== 'all') pending.extent = extent
  }

  stop(): void {
    for (const { timer } of this.pending.values()) clearTimeout(timer)
    this.pending.clear()
  }

  private run(channelKey: string, extent: WakeExtent): void {
    const timer = setTimeout(() => {
      const next = this.pending.get(channelKey)?.extent
      this.pending.delete(channelKey)
      if (next !== undefined) this.run(channelKey, next)
    }, this.everyMs).unref()
    this.pending.set(channelKey, { extent: undefined, timer })
    this.wake(channelKey, extent)
  }
}
