/** Retry interval in ms of the probe, the item that tests whether LINE is back. */
const PROBE_PAUSE_MS = 10_000
/** Time in ms since the last result of a probe after which another item becomes the probe. */
const PROBE_SILENCE_MS = 45_000

/**
 * Chooses one waiting item per channel as the probe, which is retried often so that the end of a LINE outage is noticed
 * soon. Other items keep their backoff and are retried when the probe succeeds.
 */
export class OutageProbes {
  private readonly probes = new Map<string, { id: string; until: number }>()
  private readonly rests = new Map<string, number>()
  private readonly clock: () => number

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock
  }

  /** Starts a pause: LINE asked for no requests of this channel for `ms` milliseconds. */
  rest(channelKey: string, ms: number): void {
    if (ms > 0) this.rests.set(channelKey, Math.max(this.rests.get(channelKey) ?? 0, this.clock() + ms))
  }

  endRest(channelKey: string): void {
    this.rests.delete(channelKey)
  }

  resting(): string[] {
    const now = this.clock()
    for (const [key, until] of this.rests) if (until <= now) this.rests.delete(key)
    return [...this.rests.keys()]
  }

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
