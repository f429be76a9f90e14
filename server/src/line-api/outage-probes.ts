/** Retry pause of a probe, and how long it may stay silent before another item replaces it. */
const PROBE_PAUSE_MS = 10_000
const PROBE_SILENCE_MS = 45_000

/**
 * Chooses one waiting item per channel to retry often, so that the end of a LINE outage is noticed soon. The others keep their own backoff;
 * the probe's success wakes them. After a Retry-After of LINE the channel pauses, and the probe is retried first.
 */
export class OutageProbes {
  private readonly probes = new Map<string, { id: string; until: number }>()
  private readonly rests = new Map<string, number>()
  private readonly clock: () => number

  /** `clock` returns monotonic ms. */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock
  }

  /** Records that LINE requested no calls for this channel for `ms`. */
  rest(channelKey: string, ms: number): void {
    if (ms > 0) this.rests.set(channelKey, Math.max(this.rests.get(channelKey) ?? 0, this.clock() + ms))
  }

  /** Ends the pause of a channel because a staff member retries now. */
  endRest(channelKey: string): void {
    this.rests.delete(channelKey)
  }

  resting(): string[] {
    const now = this.clock()
    for (const [key, until] of this.rests) if (until <= now) this.rests.delete(key)
    return [...this.rests.keys()]
  }

  /** Returns the retry pause of an item whose LINE call failed. */
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
