/** The pause of a probe, and how long it may be silent before another item takes its place. */
const PROBE_PAUSE_MS = 10_000
const PROBE_SILENCE_MS = 45_000

/**
 * One waiting item of each channel, retried often enough that the end of a LINE outage is seen soon. The others keep their own pauses:
 * the probe's success wakes them. After a Retry-After of LINE the channel rests, and the probe is the first to go on.
 */
export class OutageProbes {
  private readonly probes = new Map<string, { id: string; until: number }>()
  private readonly rests = new Map<string, number>()
  private readonly clock: () => number

  /** `clock` returns ms and never goes back. */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock
  }

  /** LINE asked not to be called for the channel for `ms`. */
  rest(channelKey: string, ms: number): void {
    if (ms > 0) this.rests.set(channelKey, Math.max(this.rests.get(channelKey) ?? 0, this.clock() + ms))
  }

  /** Ends the rest of a channel, for a person who wants to try now. */
  endRest(channelKey: string): void {
    this.rests.delete(channelKey)
  }

  /** Returns the channels that rest. */
  resting(): string[] {
    const now = this.clock()
    for (const [key, until] of this.rests) if (until <= now) this.rests.delete(key)
    return [...this.rests.keys()]
  }

  /** Returns the pause of an item that LINE did not answer for. */
  pauseFor(channelKey: string, id: string, pauseMs: number): number {
    const now = this.clock()
    const probe = this.probes.get(channelKey)
    if (probe !== undefined && probe.id !== id && probe.until > now) return pauseMs
    const restMs = Math.max(0, (this.rests.get(channelKey) ?? 0) - now)
    this.probes.set(channelKey, { id, until: now + restMs + PROBE_SILENCE_MS })
    return Math.max(restMs, Math.min(pauseMs, PROBE_PAUSE_MS))
  }

  ended(channelKey: string, id: string): void {
    if (this.probes.get(channelKey)?.id === id) this.probes.delete(channelKey)
  }
}
